//! Asks a person for a line, with editing and completion on a terminal.

use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{CompletionType, Config, Context, Editor, ExternalPrinter};
use rustyline::{Helper, Highlighter, Hinter, Validator};

use crate::failure::Failure;
use crate::terminal::print;

/// Reads lines from a person, or from a script if standard input is not a terminal.
pub(crate) struct Prompt {
    editor: Option<Editor<Words, MemHistory>>,
}

/// A message for a person who has not answered after some time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Alarm {
    pub(crate) after: Duration,
    pub(crate) says: String,
}

/// The words that can be completed at the moment.
#[derive(Default, Helper, Highlighter, Hinter, Validator)]
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        end: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let start = line[..end].rfind(' ').map_or(0, |space| space + 1);
        let typed = &line[start..end];
        let pairs = self
            .0
            .iter()
            .filter(|word| word.starts_with(typed))
            .map(|word| Pair {
                display: word.clone(),
                replacement: word.clone(),
            })
            .collect();
        Ok((start, pairs))
    }
}

impl Prompt {
    pub(crate) fn new() -> Result<Prompt, Failure> {
        if !io::stdin().is_terminal() {
            return Ok(Prompt { editor: None });
        }
        Ok(Prompt {
            editor: Some(new_editor()?),
        })
    }

    /// Whether it reads from a person at a terminal.
    pub(crate) fn is_interactive(&self) -> bool {
        self.editor.is_some()
    }

    /// Asks for a line; `None` at the end of input, or after Ctrl-C.
    pub(crate) fn ask(
        &mut self,
        question: &str,
        words: Vec<String>,
    ) -> Result<Option<String>, Failure> {
        self.ask_with_alarm(question, words, None)
    }

    /// Asks for a line; on a terminal, shows the alarm while the person types if that takes too long.
    pub(crate) fn ask_with_alarm(
        &mut self,
        question: &str,
        words: Vec<String>,
        alarm: Option<Alarm>,
    ) -> Result<Option<String>, Failure> {
        let Some(editor) = &mut self.editor else {
            let mut out = io::stdout();
            write!(out, "{question}").and_then(|()| out.flush())?;
            let mut line = String::new();
            let read = io::stdin().lock().read_line(&mut line).map_err(not_text)?;
            // Without a terminal the input is not echoed, so print it for the transcript.
            print(line.trim_end());
            return Ok((read > 0).then(|| line.trim().to_owned()));
        };
        editor.set_helper(Some(Words(words)));
        // The alarm goes off unless this is dropped before.
        let _armed = alarm.and_then(|alarm| arm(editor, alarm));
        match editor.readline(question) {
            Ok(line) => Ok(Some(line.trim().to_owned())),
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(Failure::World(error.to_string())),
        }
    }

    /// Forgets what was typed, so that the other player cannot look it up.
    pub(crate) fn forget(&mut self) -> Result<(), Failure> {
        if self.editor.is_some() {
            // Use a new editor: the old one remembers lines, and words that were cut from them (the kill ring).
            self.editor = Some(new_editor()?);
        }
        Ok(())
    }
}

/// Sets an alarm that goes off unless the returned value is dropped before; `None` if the terminal cannot show it.
fn arm(editor: &mut Editor<Words, MemHistory>, alarm: Alarm) -> Option<Sender<()>> {
    let mut printer = editor.create_external_printer().ok()?;
    let (armed, disarmed) = mpsc::channel();
    thread::spawn(move || {
        if disarmed.recv_timeout(alarm.after) == Err(RecvTimeoutError::Timeout) {
            let _ = printer.print(alarm.says);
        }
    });
    Some(armed)
}

fn new_editor() -> Result<Editor<Words, MemHistory>, Failure> {
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .auto_add_history(true)
        .build();
    Editor::with_history(config, MemHistory::new())
        .map_err(|error| Failure::World(error.to_string()))
}

fn not_text(error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::InvalidData => Failure::Input("the input is not text (UTF-8)".to_owned()),
        _ => error.into(),
    }
}

//! Markdown laid out for a terminal: wrapped paragraphs, drawn tables, headings and emphasis as text attributes.

use anstyle::{Effects, Style};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Lays out a text in lines of at most `width` columns; tables and code blocks can be wider. Without text attributes unless `styled`.
pub(crate) fn lay_out(markdown: &str, width: usize, styled: bool) -> String {
    let mut page = Page {
        width,
        styled,
        ..Page::default()
    };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        page.take(event);
    }
    page.out
}

/// The page laid out so far, and the block that is being collected.
#[derive(Default)]
struct Page {
    width: usize,
    styled: bool,
    out: String,
    /// The text of the current block, with attributes.
    text: String,
    effects: Effects,
    /// For each open list, the number of the next item if it is numbered.
    lists: Vec<Option<u64>>,
    /// The bullet or number to put before the first line of the next block.
    bullet: Option<String>,
    rows: Vec<Vec<String>>,
}

impl Page {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text.push_str(&text),
            Event::Code(text) => {
                self.attribute(Effects::BOLD, true);
                self.text.push_str(&text);
                self.attribute(Effects::BOLD, false);
            }
            Event::SoftBreak => self.text.push(' '),
            Event::HardBreak => self.text.push('\n'),
            Event::Rule => self.line(&"─".repeat(self.width)),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Heading { .. } => self.attribute(Effects::BOLD | Effects::UNDERLINE, true),
            Tag::Strong => self.attribute(Effects::BOLD, true),
            Tag::Emphasis => self.attribute(Effects::ITALIC, true),
            Tag::List(first) => {
                // Finish the text of the enclosing item before the nested list.
                self.block(false);
                self.lists.push(*first);
            }
            Tag::Item => {
                self.bullet = Some(match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "• ".to_owned(),
                });
            }
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                self.attribute(Effects::BOLD | Effects::UNDERLINE, false);
                self.block(true);
            }
            TagEnd::Strong => self.attribute(Effects::BOLD, false),
            TagEnd::Emphasis => self.attribute(Effects::ITALIC, false),
            TagEnd::Paragraph => self.block(self.lists.is_empty()),
            TagEnd::Item => self.block(false),
            TagEnd::List(_) => {
                self.lists.pop();
                if self.lists.is_empty() {
                    self.out.push('\n');
                }
            }
            TagEnd::CodeBlock => {
                for line in std::mem::take(&mut self.text).lines() {
                    self.line(&format!("    {line}"));
                }
                self.out.push('\n');
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.text);
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => self.table(),
            _ => {}
        }
    }

    /// Turns attributes on or off in the text.
    fn attribute(&mut self, effects: Effects, begins: bool) {
        if !self.styled {
            return;
        }
        self.effects = if begins {
            self.effects.insert(effects)
        } else {
            self.effects.remove(effects)
        };
        let style = Style::new().effects(self.effects);
        self.text.push_str(&format!("{}{style}", anstyle::Reset));
    }

    fn line(&mut self, line: &str) {
        self.out.push_str(line.trim_end());
        self.out.push('\n');
    }

    /// Wraps and outputs the collected text, followed by an empty line if `apart`.
    fn block(&mut self, apart: bool) {
        let text = std::mem::take(&mut self.text);
        if text.is_empty() {
            return;
        }
        let outer = "  ".repeat(self.lists.len().saturating_sub(1));
        let (first, later) = match self.bullet.take() {
            Some(bullet) => {
                let later = " ".repeat(bullet.chars().count());
                (format!("{outer}{bullet}"), format!("{outer}{later}"))
            }
            None => {
                let inner = if self.lists.is_empty() { "" } else { "  " };
                (format!("{outer}{inner}"), format!("{outer}{inner}"))
            }
        };
        let options = textwrap::Options::new(self.width)
            .initial_indent(&first)
            .subsequent_indent(&later);
        for line in textwrap::wrap(&text, options) {
            self.line(&line);
        }
        if apart {
            self.out.push('\n');
        }
    }

    /// Draws the collected rows: each column as wide as its contents, the last one wrapped to the remaining width.
    fn table(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let wide = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| columns_of(cell)).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(wide).collect();
        let (last, before) = widths.split_last().unwrap_or((&0, &[]));
        let margin = before.iter().map(|width| width + 2).sum::<usize>();
        let room = self.width.saturating_sub(margin).clamp(20, (*last).max(20));
        for (index, row) in rows.iter().enumerate() {
            let mut start = String::new();
            for (cell, width) in row.iter().zip(before) {
                let space = width + 2 - columns_of(cell);
                start.push_str(cell);
                start.push_str(&" ".repeat(space));
            }
            let end = row.get(before.len()).map_or("", String::as_str);
            for (number, part) in textwrap::wrap(end, room).iter().enumerate() {
                let start = if number == 0 {
                    start.clone()
                } else {
                    " ".repeat(margin)
                };
                self.line(&format!("{start}{part}"));
            }
            if index == 0 {
                self.line(&"─".repeat(margin + room));
            }
        }
        self.out.push('\n');
    }
}

/// The display width of a text: attributes take no columns.
fn columns_of(text: &str) -> usize {
    textwrap::core::display_width(text)
}

#[cfg(test)]
mod tests {
    use super::lay_out;

    #[test]
    fn paragraphs_are_filled_and_items_indented() {
        let text = "# Title\n\nOne *two*\nthree four.\n\n- an item that\n  is long\n- next\n\n1. first\n\nEnd.\n";
        assert_eq!(
            lay_out(text, 12, false),
            "Title\n\nOne two\nthree four.\n\n• an item\n  that is\n  long\n• next\n\n1. first\n\nEnd.\n\n"
        );
    }

    #[test]
    fn code_stays_as_it_is_and_tables_are_drawn() {
        let text = "    8  ?   r\n\n| a | b |\n| --- | --- |\n| `e2e4` | a **move** |\n";
        assert_eq!(
            lay_out(text, 40, false),
            "    8  ?   r\n\na     b\n──────────────────────────\ne2e4  a move\n\n"
        );
    }

    #[test]
    fn attributes_take_no_room() {
        let plain = lay_out("one **two** three four", 14, false);
        let styled = lay_out("one **two** three four", 14, true);
        assert_eq!(plain.lines().count(), styled.lines().count());
        assert!(styled.contains("\u{1b}[1m"));
    }
}

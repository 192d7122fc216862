//! Checks that the server does what its OpenAPI document says: schemathesis sends requests that the document allows, and requests that
//! it does not, without an account, with an account, and as a moderator.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::process::{beside, output, root, run, target};
use crate::tools;

/// The usernames of the accounts that send requests.
const PLAYER: &str = "Rosalind";
const MODERATOR: &str = "Touchstone";
/// Settings without rate limits, as all requests come from one address, and with cheap password hashes, which are not under test.
const LIMITS: [&str; 14] = [
    "accounts_per_hour=1000000",
    "passkeys_per_minute=1000000",
    "reports_per_hour=1000000",
    "mails_per_hour=1000000",
    // No mail server listens there.
    "smtp_url=smtp://127.0.0.1:9",
    "mail_from=play@play.example",
    "password_kib=8",
    "passwords_per_second=1000000",
    "requests_per_second=1000000",
    "events_per_hour=1000000",
    "event_commands_per_minute=1000000",
    "games_per_hour=1000000",
    "games_per_player=1000000",
    "sockets_per_client=1000000",
];

/// A visitor as whom requests are sent.
struct Visitor {
    /// The name of the visitor's own settings: `xtask/schemathesis/NAME.toml`.
    name: &'static str,
    /// The cookies of the visitor's session.
    cookies: Option<String>,
    /// The paths of the operations to test; `None` for all.
    paths: Option<&'static str>,
    /// The number of random requests to each operation, in addition to requests with boundary values.
    examples: &'static str,
}

/// Starts the server and compares it with the document that it serves.
pub(crate) fn test(program: &Path) -> Result<()> {
    let python = tools::python("schemathesis")?.join("bin");
    let data = target().join("contract");
    let _ = fs::remove_dir_all(&data);
    fs::create_dir_all(&data)?;
    let session = |arguments: &[&str]| session(&python, arguments);
    let code = serve(program, &data, |address| {
        session(&["sign-up", address, PLAYER])?;
        session(&["secure", address, MODERATOR])
    })?;
    // This needs the data directory while no server is using it.
    let mut make = Command::new(program);
    make.args(["admin", "make-moderator", MODERATOR, "--data"]);
    output(make.arg(&data))?;
    let compared = serve(program, &data, |address| {
        let player = Visitor {
            name: "account",
            cookies: Some(session(&["sign-in", address, PLAYER])?),
            paths: None,
            examples: "8",
        };
        let moderator = Visitor {
            name: "moderator",
            cookies: Some(session(&["sign-in", address, MODERATOR, &code])?),
            paths: Some("^/moderation/"),
            examples: "20",
        };
        let stranger = Visitor {
            name: "stranger",
            cookies: None,
            paths: None,
            examples: "40",
        };
        let ask = |visitor: &Visitor| ask(&python, &data, address, visitor);
        let signed_in = || {
            ask(&player)?;
            ask(&moderator)
        };
        beside(signed_in, || ask(&stranger))
    });
    compared.context("the server does not do what its description says")?;
    fs::remove_dir_all(&data)?;
    Ok(())
}

/// Compares the server at an address with its description, as one visitor.
fn ask(python: &Path, data: &Path, address: &str, visitor: &Visitor) -> Result<()> {
    let Visitor { name, .. } = visitor;
    let settings = |name: &str| {
        let file = format!("xtask/schemathesis/{name}.toml");
        fs::read_to_string(root().join(file))
    };
    // It writes files into its working directory.
    let directory = data.join(name);
    fs::create_dir_all(&directory)?;
    let file: PathBuf = directory.join("schemathesis.toml");
    fs::write(&file, settings("common")? + "\n" + &settings(name)?)?;
    let mut command = Command::new(python.join("schemathesis"));
    command.current_dir(&directory);
    command.arg("--config-file").arg(file);
    command.args(["run", "--no-color", "--max-examples", visitor.examples]);
    if let Some(cookies) = &visitor.cookies {
        command.arg("--header").arg(format!("Cookie: {cookies}"));
    }
    if let Some(paths) = visitor.paths {
        command.args(["--include-path-regex", paths]);
    }
    run(command.arg(format!("{address}/api/v1/openapi.json")))
        .with_context(|| format!("asked as: {name}"))
}

/// The output of the script that signs accounts up and in.
fn session(python: &Path, arguments: &[&str]) -> Result<String> {
    let mut command = Command::new(python.join("python"));
    command.arg(root().join("xtask/schemathesis/session.py"));
    let said = output(command.args(arguments))?;
    Ok(String::from_utf8(said)?.trim().to_owned())
}

/// Starts a server on the data, passes its address to `work`, and stops the server afterwards.
fn serve<T>(program: &Path, data: &Path, work: impl FnOnce(&str) -> Result<T>) -> Result<T> {
    let mut command = Command::new(program);
    command
        .args(["serve", "--listen", "127.0.0.1:0", "--set", "log=warn"])
        // Passkeys need a public URL.
        .args(["--set", "public_url=http://localhost"])
        .args(LIMITS.iter().flat_map(|limit| ["--set", limit]))
        .arg("--data")
        .arg(data);
    let mut server = command.stdout(Stdio::piped()).spawn()?;
    let done = address(server.stdout.take()).and_then(|address| work(&address));
    server.kill()?;
    server.wait()?;
    done
}

/// The address in the first line of the server's output.
fn address(said: Option<impl Read>) -> Result<String> {
    let mut line = String::new();
    BufReader::new(said.context("the server says nothing")?).read_line(&mut line)?;
    match line.split_once("http://") {
        Some((_, address)) => Ok(format!("http://{}", address.trim())),
        None => bail!("no address in {line:?}"),
    }
}

//! Whether the server does what its description says: schemathesis asks it what the document allows, and what it does not.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::process::{root, run, target};
use crate::tools;

/// What is asked, and what is expected where a description cannot say it.
const SETTINGS: &str = "xtask/schemathesis/schemathesis.toml";
/// Everything comes from one address, and passwords are not what is tried.
const LIMITS: [&str; 13] = [
    "accounts_per_hour=1000000",
    "passkeys_per_minute=1000000",
    "reports_per_hour=1000000",
    "mails_per_hour=1000000",
    // Nobody takes mails there.
    "smtp_url=smtp://127.0.0.1:9",
    "mail_from=play@play.example",
    "public_url=http://play.example",
    "password_kib=8",
    "passwords_per_second=1000000",
    "requests_per_second=1000000",
    "games_per_hour=1000000",
    "games_per_player=1000000",
    "sockets_per_client=1000000",
];

/// Starts the server and compares it with the document that it gives.
pub(crate) fn test(program: &Path) -> Result<()> {
    let schemathesis = tools::python("schemathesis")?.join("bin/schemathesis");
    let data = target().join("contract");
    let _ = fs::remove_dir_all(&data);
    let mut command = Command::new(program);
    command
        .args(["serve", "--listen", "127.0.0.1:0", "--set", "log=warn"])
        // There are passkeys.
        .args(["--set", "public_url=http://localhost"])
        .args(LIMITS.iter().flat_map(|limit| ["--set", limit]))
        .arg("--data")
        .arg(&data);
    let mut server = command.stdout(Stdio::piped()).spawn()?;
    let compared = address(server.stdout.take()).and_then(|address| {
        run(Command::new(schemathesis)
            .arg("--config-file")
            .arg(root().join(SETTINGS))
            .args(["run", "--no-color"])
            .arg(format!("{address}/api/v1/openapi.json"))
            // It keeps notes where it runs.
            .current_dir(&data))
    });
    server.kill()?;
    server.wait()?;
    compared.context("the server does not do what its description says")?;
    fs::remove_dir_all(&data)?;
    Ok(())
}

/// The address in the first line that the server says.
fn address(said: Option<impl Read>) -> Result<String> {
    let mut line = String::new();
    BufReader::new(said.context("the server says nothing")?).read_line(&mut line)?;
    match line.split_once("http://") {
        Some((_, address)) => Ok(format!("http://{}", address.trim())),
        None => bail!("no address in {line:?}"),
    }
}

//! The server as a process that is killed.

use std::io::{self, BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::Error;

/// A running server.
pub(crate) struct Process {
    program: PathBuf,
    place: PathBuf,
    pub(crate) address: SocketAddr,
    child: Child,
}

impl Process {
    /// Starts a server that keeps its data below `place`.
    pub(crate) fn start(program: &Path, place: &Path) -> Result<Process, Error> {
        // The same port every time, as clients come back to it.
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        Ok(Process {
            child: spawn(program, place, address)?,
            program: program.to_owned(),
            place: place.to_owned(),
            address,
        })
    }

    /// Kills it abruptly, and starts it again.
    pub(crate) fn kill(&mut self) -> Result<(), Error> {
        self.child.kill()?;
        self.child.wait()?;
        self.child = spawn(&self.program, &self.place, self.address)?;
        Ok(())
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.place.join("data/manifold.sqlite")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(program: &Path, place: &Path, address: SocketAddr) -> Result<Child, Error> {
    let mut command = Command::new(program);
    command.arg("serve").arg("--data").arg(place.join("data"));
    command.arg("--listen").arg(address.to_string());
    for setting in [
        "requests_per_second=1000000",
        "messages_per_second=1000000",
        "messages_per_client=1000000",
        "accounts_per_hour=1000000",
        "passwords_per_second=1000000",
        "password_kib=8",
        "event_commands_per_minute=1000000",
        "connections_per_client=10000",
        "sockets_per_client=10000",
        "live_games_per_client=100000",
        "log=warn",
    ] {
        command.args(["--set", setting]);
    }
    let log = std::fs::File::options()
        .create(true)
        .append(true)
        .open(place.join("server.log"))?;
    let mut child = command.stdout(Stdio::piped()).stderr(log).spawn()?;
    let out = child
        .stdout
        .take()
        .ok_or_else(|| io::Error::other("no output"))?;
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line)?;
    match line.contains("http://") {
        true => Ok(child),
        false => Err(format!("the server says {line:?}").into()),
    }
}

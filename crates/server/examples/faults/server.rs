//! The server as a process to which bad things happen.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process, prlimit};

pub(crate) type Error = Box<dyn std::error::Error + Send + Sync>;

/// Time limit for the server to start or to stop.
const PATIENCE: Duration = Duration::from_secs(120);
/// Debian's places for the libraries that inject faults.
const FIU: [&str; 2] = [
    "/usr/lib/fiu/fiu_run_preload.so",
    "/usr/lib/fiu/fiu_posix_preload.so",
];
const FAKETIME: [&str; 2] = [
    "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
    "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1",
];

/// The tools on this machine for injecting faults.
#[derive(Debug, Clone)]
pub(crate) struct Tools {
    /// Makes flushes fail.
    pub(crate) fiu: bool,
    /// Sets the clock.
    pub(crate) faketime: Option<&'static str>,
}

impl Tools {
    pub(crate) fn find() -> Tools {
        let is_there = |path: &&str| Path::new(path).exists();
        let control = Command::new("fiu-ctrl").output().is_ok();
        Tools {
            fiu: control && FIU.iter().all(is_there),
            faketime: FAKETIME.into_iter().find(is_there),
        }
    }

    /// The faults that cannot be injected here.
    pub(crate) fn missing(&self) -> Vec<&'static str> {
        let fiu = (!self.fiu).then_some("errors of flushes (install fiu-utils)");
        let clock = self
            .faketime
            .is_none()
            .then_some("a clock that is set (install faketime)");
        fiu.into_iter().chain(clock).collect()
    }
}

/// A running server.
pub(crate) struct Process {
    program: PathBuf,
    place: PathBuf,
    address: SocketAddr,
    pub(crate) tools: Tools,
    /// The offset of its machine's clock, in seconds.
    pub(crate) clock: i64,
    child: Child,
}

impl Process {
    /// Starts a server that keeps its data below `place`.
    pub(crate) async fn start(
        program: &Path,
        place: &Path,
        tools: Tools,
    ) -> Result<Process, Error> {
        // The same port every time, as clients come back to it.
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let child = spawn(program, place, address, &tools, 0).await?;
        Ok(Process {
            program: program.to_owned(),
            place: place.to_owned(),
            address,
            tools,
            clock: 0,
            child,
        })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The file of the database.
    pub(crate) fn database(&self) -> PathBuf {
        self.place.join("data/manifold.sqlite")
    }

    /// Starts again after it has ended.
    pub(crate) async fn start_again(&mut self) -> Result<(), Error> {
        for end in ["in", "out"] {
            let pipe = format!("fiu-{}.{end}", self.child.id());
            let _ = std::fs::remove_file(self.place.join(pipe));
        }
        self.child = spawn(
            &self.program,
            &self.place,
            self.address,
            &self.tools,
            self.clock,
        )
        .await?;
        Ok(())
    }

    /// Kills it abruptly.
    pub(crate) fn kill(&mut self) -> io::Result<()> {
        self.child.kill()?;
        self.child.wait().map(drop)
    }

    /// Asks it to stop, and waits until it has.
    pub(crate) async fn ask_to_stop(&mut self) -> Result<(), Error> {
        kill_process(self.pid()?, Signal::TERM)?;
        let asked = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait()? {
                return match status.success() {
                    true => Ok(()),
                    false => Err(format!("the server stopped with {status}").into()),
                };
            }
            if asked.elapsed() > PATIENCE {
                return Err("the server does not stop".into());
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Stops it for good.
    pub(crate) async fn stop(mut self) -> Result<(), Error> {
        self.ask_to_stop().await
    }

    /// Stops all its threads for a while.
    pub(crate) async fn pause(&self, time: Duration) -> Result<(), Error> {
        kill_process(self.pid()?, Signal::STOP)?;
        tokio::time::sleep(time).await;
        Ok(kill_process(self.pid()?, Signal::CONT)?)
    }

    /// Makes this share of all flushes fail, although the data is written.
    pub(crate) async fn fail_flushes(&self, probability: f64) -> Result<(), Error> {
        self.flushes(
            "enable_random",
            &format!(",probability={probability},failinfo=5"),
        )
        .await
    }

    /// Makes flushes succeed again.
    pub(crate) async fn mend_flushes(&self) -> Result<(), Error> {
        self.flushes("disable", "").await
    }

    async fn flushes(&self, command: &str, more: &str) -> Result<(), Error> {
        let mut control = Command::new("fiu-ctrl");
        control.arg("-f").arg(self.place.join("fiu"));
        for name in ["fsync", "fdatasync"] {
            control
                .arg("-c")
                .arg(format!("{command} name=posix/io/sync/{name}{more}"));
        }
        control.arg(self.child.id().to_string());
        let status = tokio::task::spawn_blocking(move || control.status()).await??;
        match status.success() {
            true => Ok(()),
            false => Err(format!("fiu-ctrl: {status}").into()),
        }
    }

    /// Limits the size of files in bytes: writes beyond it fail, perhaps halfway.
    pub(crate) fn limit_files(&self, bytes: Option<u64>) -> Result<(), Error> {
        let limit = Rlimit {
            current: bytes,
            maximum: None,
        };
        prlimit(Some(self.pid()?), Resource::Fsize, limit)?;
        Ok(())
    }

    fn pid(&self) -> io::Result<Pid> {
        let id = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        id.ok_or_else(|| io::Error::other("no such process"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn spawn(
    program: &Path,
    place: &Path,
    address: SocketAddr,
    tools: &Tools,
    clock: i64,
) -> Result<Child, Error> {
    // Without the signal, a file that grows too large causes a write error and not the end of the process.
    let mut command = Command::new("env");
    command.arg("--ignore-signal=XFSZ");
    let mut preload: Vec<&str> = Vec::new();
    if tools.fiu {
        preload.extend(FIU);
        command.env("FIU_CTRL_FIFO", place.join("fiu"));
    }
    if let Some(faketime) = tools.faketime {
        preload.push(faketime);
        command.env("FAKETIME", format!("{clock:+}s"));
        command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    }
    if !preload.is_empty() {
        command.arg(format!("LD_PRELOAD={}", preload.join(":")));
    }
    command
        .arg(program)
        .arg("serve")
        .arg("--data")
        .arg(place.join("data"));
    command.arg("--listen").arg(address.to_string());
    for setting in [
        "requests_per_second=1000000",
        "messages_per_second=10000",
        "messages_per_client=1000000",
        "sockets_per_client=100000",
        "live_games_per_client=100000",
        "games_per_hour=1000000",
        "games_per_player=1000000",
        "log=warn",
    ] {
        command.args(["--set", setting]);
    }
    let log = File::options()
        .create(true)
        .append(true)
        .open(place.join("server.log"))?;
    let mut child = command.stdout(Stdio::piped()).stderr(log).spawn()?;
    let out = child.stdout.take().ok_or("no output")?;
    let heard = tokio::task::spawn_blocking(move || {
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line).map(|_| line)
    });
    let line = tokio::time::timeout(PATIENCE, heard).await???;
    match line.contains("http://") {
        true => Ok(child),
        false => {
            let _ = child.kill();
            let _ = child.wait();
            let log = std::fs::read_to_string(place.join("server.log")).unwrap_or_default();
            let end: Vec<&str> = log.lines().rev().take(5).collect();
            Err(format!("the server did not start; the end of its log, backwards: {end:#?}").into())
        }
    }
}

//! The server under load: a process of its own.

use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    /// The address of its metrics.
    pub(crate) metrics: SocketAddr,
    /// From the start of the process until it listens.
    pub(crate) started_in: Duration,
    child: Child,
    data: PathBuf,
}

impl Running {
    pub(crate) async fn start(program: &Path, data: &Path) -> io::Result<Running> {
        let began = Instant::now();
        let mut command = Command::new(program);
        command.arg("serve").arg("--data").arg(data);
        command.args(["--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0"]);
        for limit in [
            "requests_per_second=1000000",
            "messages_per_second=1000",
            "messages_per_client=1000000",
            "sockets_per_client=100000",
            "live_games_per_client=100000",
            "sockets=100000",
            "connections_per_client=100000",
            "connections=100000",
            "games_per_hour=1000000",
            "accounts_per_hour=1000000",
            "passwords_per_second=1000000",
            "password_kib=8",
            "live_games=100000",
            "idle_seconds=3600",
            "ping_seconds=60",
            "silence_seconds=120",
            "engine_pause_ms=0",
            "log=warn",
        ] {
            command.args(["--set", limit]);
        }
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let out = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let mut out = BufReader::new(out);
        let mut read_address = || -> io::Result<SocketAddr> {
            let mut line = String::new();
            out.read_line(&mut line)?;
            let (_, address) = line.trim().rsplit_once("http://").unwrap_or_default();
            let address = address.trim_end_matches("/metrics").parse();
            address.map_err(|_| io::Error::other(format!("the server said {line:?}")))
        };
        Ok(Running {
            address: read_address()?,
            metrics: read_address()?,
            started_in: began.elapsed(),
            child,
            data: data.to_owned(),
        })
    }

    /// The resident memory of the process (RSS), in KiB.
    pub(crate) fn memory_kib(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        std::fs::read_to_string(path)
            .unwrap_or_default()
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))
            .and_then(|rest| rest.split_whitespace().next())
            .and_then(|number| number.parse().ok())
            .unwrap_or(0)
    }

    /// Kills the process abruptly, as a power cut would, and starts another one on the same data.
    pub(crate) async fn kill_and_start_again(mut self, program: &Path) -> io::Result<Running> {
        self.child.kill()?;
        self.child.wait()?;
        let data = self.data.clone();
        Running::start(program, &data).await
    }

    pub(crate) fn stop(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

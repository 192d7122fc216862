//! A mail server that keeps its mails, and behaves as the test wants.

use std::net::SocketAddr;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::client::{House, PATIENCE};

/// The mail server's behaviour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mood {
    /// Accepts mails.
    Good,
    /// Refuses mails temporarily.
    Later,
    /// Refuses mails permanently.
    Never,
    /// Stops answering.
    Silent,
}

/// The certificate of the mail server for encryption (STARTTLS). All are issued by one authority, `certificates/authority.pem`,
/// whose key no longer exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shows {
    /// A certificate for its own address.
    Own,
    /// A certificate for another server.
    Another,
    /// No certificate: it does not encrypt.
    None,
}

impl Shows {
    fn acceptor(self) -> Option<TlsAcceptor> {
        let certificate: &[u8] = match self {
            Shows::Own => include_bytes!("certificates/here.pem"),
            Shows::Another => include_bytes!("certificates/elsewhere.pem"),
            Shows::None => return None,
        };
        let certificate = CertificateDer::from_pem_slice(certificate).expect("a certificate");
        let key = include_bytes!("certificates/key.pem");
        let key = PrivateKeyDer::from_pem_slice(key).expect("a key");
        let provider = Arc::new(ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![certificate], key)
            .expect("its key");
        Some(TlsAcceptor::from(Arc::new(config)))
    }
}

/// A mail that was accepted.
#[derive(Debug, Clone)]
pub(crate) struct Mail {
    pub(crate) to: String,
    pub(crate) text: String,
    /// Whether it came over an encrypted connection.
    pub(crate) is_encrypted: bool,
}

impl Mail {
    /// A header of the mail, unfolded into one line.
    pub(crate) fn header(&self, name: &str) -> Option<String> {
        let (head, _) = self.text.split_once("\r\n\r\n").expect("a head");
        let head = head.replace("\r\n ", " ");
        let value = head
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        value.map(str::to_owned)
    }

    /// The first word of the text with this beginning, without the beginning.
    pub(crate) fn link(&self, beginning: &str) -> String {
        let words = &mut self.text.split_whitespace();
        let link = words.find_map(|word| word.strip_prefix(beginning));
        link.unwrap_or_else(|| panic!("no {beginning} in {}", self.text))
            .to_owned()
    }
}

/// A running mail server.
pub(crate) struct MailServer {
    pub(crate) address: SocketAddr,
    mails: Arc<watch::Sender<Vec<Mail>>>,
    mood: watch::Sender<Mood>,
    in_the_clear: Arc<watch::Sender<Vec<String>>>,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl MailServer {
    pub(crate) async fn start() -> MailServer {
        MailServer::showing(Shows::None).await
    }

    /// Starts a mail server with this certificate.
    pub(crate) async fn showing(shows: Shows) -> MailServer {
        MailServer::run(SocketAddr::from(([127, 0, 0, 1], 0)), shows).await
    }

    /// Starts a mail server at this address.
    pub(crate) async fn at(address: SocketAddr) -> MailServer {
        MailServer::run(address, Shows::None).await
    }

    async fn run(address: SocketAddr, shows: Shows) -> MailServer {
        let listener = TcpListener::bind(address).await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let mails: Arc<watch::Sender<Vec<Mail>>> = Arc::default();
        let (mood, moods) = watch::channel(Mood::Good);
        let in_the_clear: Arc<watch::Sender<Vec<String>>> = Arc::default();
        let desk = Desk {
            mails: Arc::clone(&mails),
            mood: moods,
            in_the_clear: Arc::clone(&in_the_clear),
            acceptor: shows.acceptor(),
            is_encrypted: false,
        };
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(desk.clone().serve(Box::new(stream)));
            }
        });
        MailServer {
            address,
            mails,
            mood,
            in_the_clear,
            task,
        }
    }

    pub(crate) fn is(&self, mood: Mood) {
        self.mood.send_replace(mood);
    }

    /// The mails received so far.
    pub(crate) fn mails(&self) -> Vec<Mail> {
        self.mails.borrow().clone()
    }

    /// Everything sent to it without encryption.
    pub(crate) fn in_the_clear(&self) -> Vec<String> {
        self.in_the_clear.borrow().clone()
    }

    /// Waits for the mail number `count`, which must be the last.
    pub(crate) async fn nth(&self, count: usize) -> Mail {
        let mut mails = self.mails.subscribe();
        let come = mails.wait_for(|mails| mails.len() >= count);
        let come = tokio::time::timeout(PATIENCE, come).await;
        let mails = come.expect("in time").expect("a mail server").clone();
        assert_eq!(mails.len(), count, "{mails:?}");
        mails[count - 1].clone()
    }

    /// Checks that exactly `count` mails have arrived, and no other is due.
    pub(crate) async fn no_more_than(&self, count: usize, house: &House) {
        house.all_sent().await;
        assert_eq!(self.mails().len(), count, "{:?}", self.mails());
    }
}

/// A connection, encrypted or not.
trait Line: AsyncRead + AsyncWrite + Unpin + Send {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> Line for S {}

/// The handler of one connection.
#[derive(Clone)]
struct Desk {
    mails: Arc<watch::Sender<Vec<Mail>>>,
    mood: watch::Receiver<Mood>,
    in_the_clear: Arc<watch::Sender<Vec<String>>>,
    acceptor: Option<TlsAcceptor>,
    is_encrypted: bool,
}

impl Desk {
    async fn serve(self, mut stream: Box<dyn Line>) {
        if stream.write_all(b"220 here\r\n").await.is_ok() {
            self.listen(stream).await;
        }
    }

    /// Serves until the client disconnects; starts again once the connection is encrypted.
    fn listen(mut self, stream: Box<dyn Line>) -> BoxFuture<'static, ()> {
        async move {
            let mut stream = BufReader::new(stream);
            let mut to = String::new();
            loop {
                let mut line = String::new();
                if !matches!(stream.read_line(&mut line).await, Ok(1..)) {
                    return;
                }
                let line = line.trim_end();
                if !self.is_encrypted {
                    self.in_the_clear
                        .send_modify(|said| said.push(line.to_owned()));
                }
                let mood = *self.mood.borrow();
                let answer = match line.split([' ', ':']).next().unwrap_or_default() {
                    _ if mood == Mood::Silent => continue,
                    "EHLO" if self.acceptor.is_some() && !self.is_encrypted => {
                        "250-here\r\n250 STARTTLS"
                    }
                    "STARTTLS" => {
                        let Some(acceptor) = self.acceptor.clone() else {
                            return;
                        };
                        if stream.write_all(b"220 go on\r\n").await.is_err() {
                            return;
                        }
                        if let Ok(stream) = acceptor.accept(stream.into_inner()).await {
                            self.is_encrypted = true;
                            self.listen(Box::new(stream)).await;
                        }
                        return;
                    }
                    "EHLO" => "250-here\r\n250 AUTH PLAIN",
                    "AUTH" => "235 welcome",
                    "RCPT" if mood == Mood::Later => "451 not now",
                    "RCPT" if mood == Mood::Never => "550 nobody here",
                    "RCPT" => {
                        to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                        "250 ok"
                    }
                    "DATA" => {
                        let _ = stream.write_all(b"354 go on\r\n").await;
                        let mail = Mail {
                            to: std::mem::take(&mut to),
                            text: text(&mut stream).await,
                            is_encrypted: self.is_encrypted,
                        };
                        self.mails.send_modify(|mails| mails.push(mail));
                        "250 taken"
                    }
                    "QUIT" => "221 bye",
                    _ => "250 ok",
                };
                let answer = format!("{answer}\r\n");
                if stream.write_all(answer.as_bytes()).await.is_err() {
                    return;
                }
            }
        }
        .boxed()
    }
}

/// Reads a mail, up to the line with a dot.
async fn text(stream: &mut BufReader<impl AsyncRead + Unpin>) -> String {
    let mut text = String::new();
    loop {
        let mut line = String::new();
        if !matches!(stream.read_line(&mut line).await, Ok(1..)) || line.trim_end() == "." {
            return text;
        }
        text.push_str(line.strip_prefix('.').unwrap_or(&line));
    }
}

//! Sending mail: one at a time to the operator's mail server.

use std::path::Path;
use std::time::Duration;

use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
use lettre::message::{Body, Mailbox, Message};
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use thiserror::Error;
use url::Url;

use super::address::MailAddress;

/// Timeouts of the mail server: for each answer, and for accepting a whole mail.
const CONNECTING: Duration = Duration::from_secs(10);
const PATIENCE: Duration = Duration::from_secs(20);

/// Length from which a line of a mail must be encoded, in bytes (RFC 5322).
const LINE: usize = 998;

/// Why no mail can be sent with the settings. The messages do not contain the mail server's URL, because that has a password.
#[derive(Debug, Error)]
pub(crate) enum NoMailer {
    /// The URL is not that of a mail server.
    #[error(
        "smtp_url is not the address of a mail server: write smtps://NAME:PASSWORD@HOST or smtp://NAME:PASSWORD@HOST?tls=required"
    )]
    Url,
    /// The password would go over the network for everybody to read.
    #[error(
        "smtp_url would send the password without encryption: begin it with smtps://, or end it with ?tls=required"
    )]
    InTheClear,
    /// Mail must come from somewhere.
    #[error("smtp_url needs mail_from, such as Manifold <play@example.org>")]
    From,
    /// The certificate authority of the mail server is not known.
    #[error("smtp_ca is not a file with PEM certificates, such as that of your own authority")]
    Authority,
    /// The server's own address is missing, on which links in mails are based. It must not be taken from a request.
    #[error(
        "smtp_url needs public_url, with which links in mails begin: it must start with http:// or https://"
    )]
    Site,
}

/// A mail to be sent.
#[derive(Debug)]
pub(crate) struct Mail {
    pub(crate) to: MailAddress,
    pub(crate) subject: String,
    pub(crate) text: String,
    /// The address at which one request ends mails of this kind; `None` for mails that cannot be ended.
    pub(crate) unsubscribe: Option<String>,
    /// A name that stays the same when it is sent again.
    pub(crate) id: String,
}

/// Why a mail was not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum NotSent {
    /// It may be sent later.
    #[error("the mail server does not take it now")]
    Later,
    /// It is never going to be taken.
    #[error("the mail server refuses it for good")]
    Never,
}

/// The way to the operator's mail server.
pub(crate) struct Mailer {
    server: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    site: String,
}

impl Mailer {
    /// `from` is the sender, `site` the server's own address, and `authorities` a file with certificates.
    pub(crate) fn new(
        url: &str,
        from: Option<&str>,
        site: Option<&str>,
        authorities: Option<&Path>,
    ) -> Result<Mailer, NoMailer> {
        let parsed = Url::parse(url).map_err(|_| NoMailer::Url)?;
        if !matches!(parsed.scheme(), "smtp" | "smtps") {
            return Err(NoMailer::Url);
        }
        let is_here = matches!(parsed.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
        let is_safe = parsed.scheme() == "smtps"
            || parsed
                .query_pairs()
                .any(|(key, value)| key == "tls" && value == "required");
        if parsed.password().is_some() && !is_safe && !is_here {
            return Err(NoMailer::InTheClear);
        }
        let server = AsyncSmtpTransport::<Tokio1Executor>::from_url(url);
        let mut server = server.map_err(|_| NoMailer::Url)?;
        if let Some(file) = authorities {
            server = server.tls(tls_with(&parsed, file)?);
        }
        let from = from.ok_or(NoMailer::From)?;
        let from = from.parse().map_err(|_| NoMailer::From)?;
        let site = site.filter(|site| ["http://", "https://"].iter().any(|s| site.starts_with(s)));
        let site = site.ok_or(NoMailer::Site)?.trim_end_matches('/');
        Ok(Mailer {
            server: server.timeout(Some(CONNECTING)).build(),
            from,
            site: site.to_owned(),
        })
    }

    /// The server's own address, without a slash at its end.
    pub(crate) fn site(&self) -> &str {
        &self.site
    }

    /// Sends a mail. When this returns `Ok`, the mail server has it.
    pub(crate) async fn send(&self, mail: Mail) -> Result<(), NotSent> {
        let message = self.message(mail).ok_or(NotSent::Never)?;
        match tokio::time::timeout(PATIENCE, self.server.send(message)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => {
                // The mail server's own words may contain the address.
                let status = error.status().map(|status| status.to_string());
                tracing::warn!(?status, is_tls = error.is_tls(), "a mail was not sent");
                Err(match error.is_permanent() {
                    true => NotSent::Never,
                    false => NotSent::Later,
                })
            }
            Err(_) => {
                tracing::warn!("the mail server takes too long");
                Err(NotSent::Later)
            }
        }
    }

    fn message(&self, mail: Mail) -> Option<Message> {
        let id = format!("<{}@{}>", mail.id, self.from.email.domain());
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, mail.to.to_lettre()))
            .message_id(Some(id))
            .date_now()
            .subject(mail.subject)
            .header(ContentType::TEXT_PLAIN)
            // Asks other programs not to reply automatically.
            .raw_header(raw("Auto-Submitted", "auto-generated"));
        if let Some(link) = mail.unsubscribe {
            // One click, without signing in (RFC 8058).
            message = message
                .raw_header(raw("List-Unsubscribe", &format!("<{link}>")))
                .raw_header(raw("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
        }
        // Links stay in one piece where nothing needs to be encoded.
        let is_plain = mail.text.is_ascii() && mail.text.lines().all(|line| line.len() < LINE);
        let body = match is_plain {
            true => {
                let text = mail.text.replace('\n', "\r\n").into_bytes();
                message.body(Body::dangerous_pre_encoded(
                    text,
                    ContentTransferEncoding::SevenBit,
                ))
            }
            false => message.body(mail.text),
        };
        body.ok()
    }
}

/// TLS as the mail server's URL requests it, with the authorities in a file trusted as well.
fn tls_with(url: &Url, authorities: &Path) -> Result<Tls, NoMailer> {
    let pem = std::fs::read(authorities).map_err(|_| NoMailer::Authority)?;
    // A file without any would be taken as well.
    if !pem
        .windows(CERTIFICATE.len())
        .any(|part| part == CERTIFICATE)
    {
        return Err(NoMailer::Authority);
    }
    let certificate = Certificate::from_pem(&pem).map_err(|_| NoMailer::Authority)?;
    let host = url.host_str().ok_or(NoMailer::Url)?;
    let parameters = TlsParameters::builder(host.to_owned()).add_root_certificate(certificate);
    let parameters = parameters.build().map_err(|_| NoMailer::Authority)?;
    let wanted = url.query_pairs().find(|(key, _)| key == "tls");
    Ok(
        match (url.scheme(), wanted.as_ref().map(|(_, value)| &**value)) {
            ("smtps", _) => Tls::Wrapper(parameters),
            (_, Some("required")) => Tls::Required(parameters),
            (_, Some("opportunistic")) => Tls::Opportunistic(parameters),
            _ => Tls::None,
        },
    )
}

/// The beginning of a certificate in PEM.
const CERTIFICATE: &[u8] = b"-----BEGIN CERTIFICATE-----";

/// A header of our own words.
fn raw(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SITE: Option<&str> = Some("https://play.example.org/");
    const FROM: Option<&str> = Some("Manifold <play@example.org>");

    fn refused(url: &str, from: Option<&str>, site: Option<&str>) -> String {
        let refused = Mailer::new(url, from, site, None).err();
        refused.map_or_else(String::new, |error| error.to_string())
    }

    #[test]
    fn settings_with_which_no_mail_can_be_sent_are_refused_without_telling_the_password() {
        for (url, from, site, word) in [
            (
                "https://a:secret@mail.example",
                FROM,
                SITE,
                "not the address",
            ),
            ("mail.example", FROM, SITE, "not the address"),
            (
                "smtp://a:secret@mail.example",
                FROM,
                SITE,
                "without encryption",
            ),
            (
                "smtp://a:secret@mail.example?tls=opportunistic",
                FROM,
                SITE,
                "without encryption",
            ),
            ("smtps://a:secret@mail.example", None, SITE, "mail_from"),
            (
                "smtps://a:secret@mail.example",
                Some("nobody"),
                SITE,
                "mail_from",
            ),
            ("smtps://a:secret@mail.example", FROM, None, "public_url"),
            (
                "smtps://a:secret@mail.example",
                FROM,
                Some("play.example.org"),
                "public_url",
            ),
        ] {
            let problem = refused(url, from, site);
            assert!(
                problem.contains(word) && !problem.contains("secret"),
                "{url}: {problem}"
            );
        }
        for url in [
            "smtps://a:secret@mail.example",
            "smtp://a:secret@mail.example:2525?tls=required",
            "smtp://a:secret@127.0.0.1:2525",
            "smtp://mail.example",
        ] {
            assert_eq!(refused(url, FROM, SITE), "", "{url}");
        }
    }

    #[test]
    fn a_file_that_certifies_nobody_is_refused() {
        let data = tempfile::tempdir().expect("a directory");
        let file = data.path().join("authority.pem");
        let with_file = || Mailer::new("smtps://a:secret@mail.example", FROM, SITE, Some(&file));
        let missing = with_file().err().map(|error| error.to_string());
        for text in ["", "rubbish", "-----BEGIN CERTIFICATE-----\nrubbish\n"] {
            std::fs::write(&file, text).expect("written");
            let refused = with_file().err().map(|error| error.to_string());
            assert_eq!(refused, missing, "{text}");
        }
        assert!(missing.is_some_and(|problem| problem.contains("smtp_ca")));
        std::fs::write(
            &file,
            include_bytes!("../../tests/server/certificates/authority.pem"),
        )
        .expect("written");
        assert!(with_file().is_ok());
    }

    #[test]
    fn a_mail_says_that_a_machine_has_sent_it_and_how_no_more_come() {
        let mailer = Mailer::new("smtp://127.0.0.1:1", FROM, SITE, None).expect("a mailer");
        assert_eq!(mailer.site(), "https://play.example.org");
        let mail = Mail {
            to: "rosalind@example.org".parse().expect("an address"),
            subject: "Your turn".to_owned(),
            text: "Grüße.\nBcc: everybody@example.org\n".to_owned(),
            unsubscribe: Some(format!("https://play.example.org/{}", "x".repeat(200))),
            id: "7.1".to_owned(),
        };
        let message = mailer.message(mail).expect("a message").formatted();
        let message = String::from_utf8(message).expect("text");
        let (head, _) = message.split_once("\r\n\r\n").expect("a head");
        for line in [
            "To: rosalind@example.org",
            "Subject: Your turn",
            "Message-ID: <7.1@example.org>",
            "Auto-Submitted: auto-generated",
            "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
        ] {
            assert!(head.lines().any(|other| other == line), "{line}: {head}");
        }
        assert!(
            head.contains("From: Manifold <play@example.org>")
                || head.contains("From: \"Manifold\" <play@example.org>"),
            "{head}"
        );
        assert!(!head.contains("Bcc"), "{head}");
    }
}

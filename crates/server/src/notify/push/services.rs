//! Push services: the only machines of others that the server contacts on its own. The subscriber provides the URL, so it is
//! checked twice: the host name must be on a list, and its IP address must be public.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode, header};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use url::{Host, Url};

/// Time limit for sending a message, including the connection.
const PATIENCE: Duration = Duration::from_secs(20);
/// The longest address, in bytes.
const LONGEST: usize = 1_000;

/// Why a message was not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum Unsent {
    /// The push service cannot be reached, or does not take it now.
    #[error("the push service does not take it now")]
    Later,
    /// This message is refused.
    #[error("the push service refuses it")]
    Never,
    /// The browser shows no messages of this server any more.
    #[error("the subscription is gone")]
    Gone,
}

/// The push services that are known here.
pub(crate) struct PushServices {
    hosts: Vec<String>,
    tls: TlsConnector,
    /// Whether this machine is accepted as a push service, too, without TLS. For tests.
    is_anywhere: bool,
}

impl PushServices {
    /// Accepts push services with these host names; `*.` at the beginning of one stands for any subdomain.
    pub(crate) fn new(hosts: &[String], is_anywhere: bool) -> PushServices {
        let mut roots = RootCertStore::empty();
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        let provider = Arc::new(ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map(|config| config.with_root_certificates(roots).with_no_client_auth());
        let config = config.unwrap_or_else(|_| unreachable!("ring has the default versions"));
        PushServices {
            hosts: hosts.iter().map(|host| host.to_ascii_lowercase()).collect(),
            tls: TlsConnector::from(Arc::new(config)),
            is_anywhere,
        }
    }

    /// The address of a subscription, if it is at a push service that is known here.
    pub(crate) fn endpoint(&self, text: &str) -> Option<Url> {
        if text.len() > LONGEST {
            return None;
        }
        let url = Url::parse(text).ok()?;
        if self.is_anywhere && url.scheme() == "http" && url.host_str() == Some("127.0.0.1") {
            return Some(url);
        }
        let Some(Host::Domain(host)) = url.host() else {
            return None;
        };
        let is_plain = url.scheme() == "https"
            && url.port().is_none()
            && url.username().is_empty()
            && url.password().is_none();
        (is_plain && self.hosts.iter().any(|known| is_of(host, known))).then_some(url)
    }

    /// Sends a message. Redirects are not followed, and nothing but the status of the answer is read.
    pub(crate) async fn post(
        &self,
        endpoint: &Url,
        authorization: &str,
        keep_seconds: u64,
        body: Vec<u8>,
    ) -> Result<(), Unsent> {
        let request = Request::post(endpoint.as_str().to_owned())
            .header(header::HOST, endpoint.authority())
            .header(header::AUTHORIZATION, authorization)
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header(header::CONTENT_LENGTH, body.len())
            .header("ttl", keep_seconds)
            .header("urgency", "high")
            .body(Body::from(Bytes::from(body)));
        let mut request = request.map_err(|_| Unsent::Never)?;
        // A request line to an origin server contains only the path and query.
        let path = &endpoint[url::Position::BeforePath..url::Position::AfterQuery];
        *request.uri_mut() = path.parse().map_err(|_| Unsent::Never)?;
        let sent = tokio::time::timeout(PATIENCE, self.send(endpoint, request)).await;
        match sent {
            Ok(Some(status)) => {
                if matches!(status.as_u16(), 401 | 403) {
                    let (status, service) = (status.as_u16(), endpoint.host_str());
                    tracing::warn!(
                        status,
                        service,
                        "a push service does not accept our key or clock: a message is given up"
                    );
                }
                judge(status)
            }
            // Neither the URL nor a connection error is logged, since both would identify a player's browser.
            Ok(None) | Err(_) => Err(Unsent::Later),
        }
    }

    /// The status of the answer; `None` if there is none.
    async fn send(&self, endpoint: &Url, request: Request<Body>) -> Option<StatusCode> {
        let host = endpoint.host_str()?;
        let port = endpoint.port_or_known_default()?;
        let address = self.address(host, port).await?;
        let stream = TcpStream::connect(address).await.ok()?;
        if endpoint.scheme() == "http" {
            return exchange(stream, request).await;
        }
        let name = ServerName::try_from(host.to_owned()).ok()?;
        exchange(self.tls.connect(name, stream).await.ok()?, request).await
    }

    /// A public IP address of a host name: DNS may map even a listed name to our own network.
    async fn address(&self, host: &str, port: u16) -> Option<SocketAddr> {
        let mut addresses = tokio::net::lookup_host((host, port)).await.ok()?;
        addresses.find(|address| self.is_anywhere || is_public(address.ip()))
    }
}

/// The meaning of a push service's answer.
fn judge(status: StatusCode) -> Result<(), Unsent> {
    match status.as_u16() {
        200..300 => Ok(()),
        404 | 410 => Err(Unsent::Gone),
        408 | 429 | 500.. => Err(Unsent::Later),
        // 401 and 403 are about our key or our clock, not about the browser.
        _ => Err(Unsent::Never),
    }
}

/// Sends a request over a connection of its own.
async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Body>,
) -> Option<StatusCode> {
    let (mut sender, line) = http1::Builder::new()
        .max_buf_size(16 * 1024)
        .handshake(TokioIo::new(stream))
        .await
        .ok()?;
    let mut answer = std::pin::pin!(sender.send_request(request));
    let answered = tokio::select! {
        answered = &mut answer => answered,
        // The response may have arrived with the end of the connection.
        _ = line => answer.await,
    };
    Some(answered.ok()?.status())
}

/// Whether a name is one that is known, or below it.
fn is_of(host: &str, known: &str) -> bool {
    match known.strip_prefix("*.") {
        Some(above) => host
            .strip_suffix(above)
            .is_some_and(|below| below.len() > 1 && below.ends_with('.')),
        None => host == known,
    }
}

/// Whether an address is one of the public network, and no other machine's that only we can reach.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            !(matches!(a, 0 | 10 | 127 | 224..)
                || (a, b) == (169, 254)
                || (a == 100 && (64..128).contains(&b))
                || (a == 172 && (16..32).contains(&b))
                || (a, b) == (192, 168)
                || (a, b, c) == (192, 0, 0)
                || (a, b, c) == (192, 0, 2)
                || (a, b, c) == (192, 88, 99)
                || (a == 198 && matches!(b, 18 | 19))
                || (a, b, c) == (198, 51, 100)
                || (a, b, c) == (203, 0, 113))
        }
        IpAddr::V6(address) => {
            if let Some(mapped) = address.to_ipv4_mapped() {
                return is_public(mapped.into());
            }
            let [a, b, ..] = address.segments();
            // Global unicast, except addresses that embed others (Teredo, 6to4) and those reserved for documentation.
            a & 0xe000 == 0x2000
                && a != 0x2002
                && !(a == 0x2001 && (b < 0x0200 || b == 0x0db8))
                && a != 0x3fff
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn services(is_anywhere: bool) -> PushServices {
        let hosts = ["fcm.googleapis.com", "*.push.apple.com"].map(str::to_owned);
        PushServices::new(&hosts, is_anywhere)
    }

    #[test]
    fn only_known_push_services_are_written_to_and_only_encrypted() {
        let services = services(false);
        for good in [
            "https://fcm.googleapis.com/fcm/send/abc:def",
            "https://FCM.googleapis.com/fcm/send/abc",
            "https://web.push.apple.com/QOi?a=b",
            "https://fcm.googleapis.com:443/x",
        ] {
            assert!(services.endpoint(good).is_some(), "{good}");
        }
        for bad in [
            "http://fcm.googleapis.com/fcm/send/abc",
            "https://fcm.googleapis.com:8443/x",
            "https://fcm.googleapis.com@evil.example/x",
            "https://a:b@fcm.googleapis.com/x",
            "https://evil.example/fcm.googleapis.com",
            "https://fcm.googleapis.com.evil.example/x",
            "https://xfcm.googleapis.com/x",
            "https://push.apple.com/x",
            "https://.push.apple.com/x",
            "https://evilpush.apple.com/x",
            "https://127.0.0.1/x",
            "https://[::1]/x",
            "https://2130706433/x",
            "https://localhost/x",
            "http://127.0.0.1:80/x",
            "http://169.254.169.254/latest/meta-data",
            "file:///etc/passwd",
            "gopher://fcm.googleapis.com/x",
            "fcm.googleapis.com",
            "",
            &format!("https://fcm.googleapis.com/{}", "a".repeat(1_000)),
        ] {
            assert!(services.endpoint(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn addresses_of_our_own_network_are_no_public_ones() {
        for address in [
            "127.0.0.1",
            "0.0.0.0",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "192.0.0.1",
            "198.18.0.1",
            "203.0.113.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "::ffff:10.0.0.1",
            "::ffff:127.0.0.1",
            "64:ff9b::a00:1",
            "2002:a00:1::",
            "2001::1",
            "2001:db8::1",
            "::127.0.0.1",
        ] {
            assert!(
                !is_public(address.parse().expect("an address")),
                "{address}"
            );
        }
        for address in [
            "8.8.8.8",
            "172.32.0.1",
            "100.128.0.1",
            "2a00:1450:4001::1",
            "2001:4860::8888",
        ] {
            assert!(is_public(address.parse().expect("an address")), "{address}");
        }
    }

    #[test]
    fn an_answer_says_whether_it_is_tried_again_or_the_browser_is_forgotten() {
        let judged = |status| judge(StatusCode::from_u16(status).expect("a status"));
        for status in [200, 201, 202, 204] {
            assert_eq!(judged(status), Ok(()));
        }
        for status in [404, 410] {
            assert_eq!(judged(status), Err(Unsent::Gone));
        }
        for status in [401, 403] {
            assert_eq!(
                judged(status),
                Err(Unsent::Never),
                "of us, not of the browser"
            );
        }
        for status in [429, 500, 503] {
            assert_eq!(judged(status), Err(Unsent::Later));
        }
        for status in [301, 307, 400, 413] {
            assert_eq!(judged(status), Err(Unsent::Never), "nothing is followed");
        }
    }

    #[tokio::test]
    async fn a_name_with_an_address_of_our_own_is_not_connected_to() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a port");
        let port = listener.local_addr().expect("an address").port();
        assert_eq!(services(false).address("localhost", port).await, None);
        assert!(services(true).address("localhost", port).await.is_some());
    }
}

//! Links that unsubscribe the reader of a mail from its kind, without signing in.

use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::choices::Kind;
use crate::ids::PlayerId;

/// The purpose of the key: others are derived from the same master key.
const PURPOSE: &[u8] = b"manifold: unsubscribing";
/// Bytes of an authentication code, which makes links unguessable.
const MARK: usize = 16;

/// Makes and reads these links. They are marked with a key of the server's, so that nothing needs to be stored for them, and hold as
/// long as the key: mails are read late.
pub(crate) struct Unsubscribing([u8; 32]);

impl Unsubscribing {
    /// With a master key of any length.
    pub(crate) fn new(master: &[u8]) -> Unsubscribing {
        // HMAC takes keys of all lengths.
        let key = Hmac::<Sha256>::new_from_slice(master)
            .map(|mac| mac.chain_update(PURPOSE).finalize().into_bytes())
            .unwrap_or_default();
        Unsubscribing(key.into())
    }

    fn mac(&self, player: PlayerId, kind: Kind) -> Option<Hmac<Sha256>> {
        let mac = Hmac::<Sha256>::new_from_slice(&self.0).ok()?;
        Some(mac.chain_update(player.as_str()).chain_update(kind.name()))
    }

    /// The part of a link that identifies the player and the kind of mail to end.
    pub(crate) fn link(&self, player: PlayerId, kind: Kind) -> String {
        let mark = self
            .mac(player, kind)
            .map(|mac| mac.finalize().into_bytes());
        let mark = mark.map(|mark| BASE64URL_NOPAD.encode(&mark[..MARK]));
        let mark = mark.unwrap_or_default();
        format!("{player}-{}-{mark}", kind.name())
    }

    /// The player who wants no more messages, and of which kind; `None` if this server has not made the link.
    pub(crate) fn read(&self, link: &str) -> Option<(PlayerId, Kind)> {
        let mut parts = link.splitn(3, '-');
        let (player, kind, mark) = (parts.next()?, parts.next()?, parts.next()?);
        let (player, kind) = (player.parse().ok()?, Kind::named(kind)?);
        let mark = BASE64URL_NOPAD.decode(mark.as_bytes()).ok()?;
        if mark.len() != MARK {
            return None;
        }
        self.mac(player, kind)?.verify_truncated_left(&mark).ok()?;
        Some((player, kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_good_for_one_player_and_kind_and_only_with_the_server_s_key() {
        let links = Unsubscribing::new(&[7; 64]);
        let player: PlayerId = "playerplayer".parse().expect("an identifier");
        let link = links.link(player, Kind::Turn);
        assert_eq!(links.read(&link), Some((player, Kind::Turn)));
        assert_eq!(Unsubscribing::new(&[8; 64]).read(&link), None);
        for other in [
            link.replace("playerplayer", "otherotherot"),
            link.replace("turn", "challenge"),
            link.replace("turn", "everything"),
            link[..link.len() - 1].to_owned(),
            format!("{link}A"),
            "playerplayer-turn-".to_owned(),
            "playerplayer-turn".to_owned(),
            String::new(),
        ] {
            assert_eq!(links.read(&other), None, "{other}");
        }
    }
}

//! The challenges that a bot accepts.

use std::collections::BTreeSet;

use manifold_ratings::Speed;
use manifold_rules::variant::VariantId;
use serde_json::Value;

/// The challenges that are accepted. Each criterion accepts the named values, or anything if none is named.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Accept {
    /// The variants; a name without options stands for the game with any options.
    variants: Vec<String>,
    /// The speeds; `None` is for games without a clock.
    speeds: BTreeSet<Option<Speed>>,
    /// Whether only rated games are accepted, or only casual ones; `None` for both.
    rated: Option<bool>,
}

/// The word for games without a clock.
const UNLIMITED: &str = "unlimited";

impl Accept {
    /// Reads a comma-separated list, such as `chess,hidden960:960,blitz,casual`; `all` accepts everything.
    pub(super) fn read(text: &str) -> Result<Accept, String> {
        let mut accept = Accept::default();
        for word in text.split(',').map(str::trim) {
            if word == "all" {
                continue;
            } else if word == UNLIMITED {
                accept.speeds.insert(None);
            } else if let Ok(speed) = word.parse::<Speed>() {
                accept.speeds.insert(Some(speed));
            } else if let "rated" | "casual" = word {
                let is_rated = word == "rated";
                // Both together accept either.
                accept.rated = accept
                    .rated
                    .is_none_or(|rated| rated == is_rated)
                    .then_some(is_rated);
            } else if word.parse::<VariantId>().is_ok() {
                accept.variants.push(word.to_owned());
            } else {
                return Err(format!(
                    "“{word}” is neither a game nor one of bullet, blitz, rapid, classical, correspondence, {UNLIMITED}, rated, casual, all"
                ));
            }
        }
        Ok(accept)
    }

    /// The server's word for the reason why a challenge is declined; `None` if it is accepted.
    pub(super) fn refusal(&self, challenge: &Value) -> Option<&'static str> {
        let variant = challenge["variant"].as_str().unwrap_or_default();
        let game = variant.parse().ok().map(VariantId::game);
        let is_named = |named: &String| *named == variant || Some(named.as_str()) == game;
        if !self.variants.is_empty() && !self.variants.iter().any(is_named) {
            return Some("other-game");
        }
        if !self.speeds.is_empty() {
            let speed = challenge["speed"]
                .as_str()
                .and_then(|speed| speed.parse().ok());
            if !self.speeds.contains(&speed) {
                // A challenge is too slow if it is slower than every accepted speed.
                let is_slow =
                    speed.is_none_or(|speed| self.speeds.iter().flatten().all(|one| *one < speed));
                return Some(if is_slow { "too-slow" } else { "too-fast" });
            }
        }
        match (self.rated, challenge["rated"] == true) {
            (Some(true), false) => Some("rated-please"),
            (Some(false), true) => Some("casual-please"),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn challenge(variant: &str, speed: Option<&str>, rated: bool) -> Value {
        json!({"variant": variant, "speed": speed, "rated": rated})
    }

    #[test]
    fn what_is_not_named_is_declined_with_the_reason() {
        let (blitz, days) = (Some("blitz"), Some("correspondence"));
        for (words, challenge, expected) in [
            ("all", challenge("dmchess", None, false), None),
            ("chess", challenge("chess:960", blitz, true), None),
            (
                "chess:960",
                challenge("chess", blitz, true),
                Some("other-game"),
            ),
            (
                "chess,dmchess",
                challenge("hyperspace", blitz, true),
                Some("other-game"),
            ),
            ("blitz", challenge("chess", blitz, true), None),
            ("blitz", challenge("chess", days, true), Some("too-slow")),
            ("blitz", challenge("chess", None, false), Some("too-slow")),
            (
                "blitz,rapid",
                challenge("chess", Some("bullet"), true),
                Some("too-fast"),
            ),
            ("unlimited", challenge("chess", None, false), None),
            ("correspondence", challenge("chess", days, false), None),
            (
                "rated",
                challenge("chess", blitz, false),
                Some("rated-please"),
            ),
            (
                "casual",
                challenge("chess", blitz, true),
                Some("casual-please"),
            ),
            ("rated,casual", challenge("chess", blitz, false), None),
            ("chess,blitz,casual", challenge("chess", blitz, false), None),
        ] {
            let accept = Accept::read(words).expect("words");
            assert_eq!(accept.refusal(&challenge), expected, "{words}: {challenge}");
        }
        let wrong = Accept::read("chess,quick").expect_err("no word");
        assert!(wrong.contains("“quick” is neither a game"), "{wrong}");
    }
}

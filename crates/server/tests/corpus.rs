//! Replays the corpus of the fuzz targets: hand-picked texts, and whatever once broke a parser.

#[path = "../../../fuzz/src/check.rs"]
#[expect(
    unreachable_pub,
    reason = "the targets are public where they are a library"
)]
mod check;

#[path = "../../../fuzz/src/account.rs"]
#[expect(
    unreachable_pub,
    reason = "the targets are public where they are a library"
)]
mod account;

#[path = "../../../fuzz/src/server.rs"]
#[expect(
    unreachable_pub,
    reason = "the targets are public where they are a library"
)]
mod server;

#[path = "../../../fuzz/src/settings.rs"]
#[expect(
    unreachable_pub,
    reason = "the targets are public where they are a library"
)]
mod settings;

use check::replay;

const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");

/// Replays the inputs of a target that needs a server, then closes the server.
fn replay_with_server(target: &str, run: fn(&str)) {
    replay(PACKAGE, target, run);
    server::close();
}

#[test]
fn requests() {
    replay_with_server("request", server::request);
}

#[test]
fn conversations() {
    replay_with_server("socket", server::socket);
}

#[test]
fn strangers_in_the_lobby() {
    replay_with_server("lobby", server::lobby);
}

#[test]
fn what_is_said_on_a_feed() {
    replay_with_server("feed", server::feed);
}

#[test]
fn requests_of_an_account() {
    replay_with_server("account", account::account);
}

#[test]
fn settings_of_the_server() {
    replay(PACKAGE, "settings", settings::settings);
    let all = include_str!("../../../fuzz/corpus/settings/all");
    assert_eq!(settings::accepted(all), (all.lines().count(), true));
    let refused = include_str!("../../../fuzz/corpus/settings/refused");
    assert_eq!(settings::accepted(refused), (0, false));
}

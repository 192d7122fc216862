//! Tests of views.

use super::*;
use crate::position::Secret;
use crate::viewer::Viewer;

fn json(position: &DmChess) -> serde_json::Value {
    serde_json::to_value(position.view(Viewer::Spectator)).expect("a view")
}

#[test]
fn a_view_names_men_levels_and_portals() {
    let start = DmChess::start(Variant::Home);
    let view = json(&start);
    assert_eq!(view["actor"], "white");
    assert_eq!(view["dimensions"].as_array().map(Vec::len), Some(8));
    assert_eq!(view["portals"].as_array().map(Vec::len), Some(32));
    let queen = &view["dimensions"][4]["men"][3];
    assert_eq!(queen["square"], "d1");
    assert_eq!(queen["color"], "white");
    assert_eq!(queen["role"], "queen");
    assert_eq!(queen["level"], 5);
    assert_eq!(
        view["dimensions"][0]["energy"].as_array().map(Vec::len),
        Some(8)
    );
    assert_eq!(view["shift"]["plies_left"], 16);
    assert_eq!(view["law"]["plies_left"], 32);
    assert_eq!(view["text"], start.to_text());
}

#[test]
fn a_view_tells_when_a_square_is_charged_again() {
    let position = scene(&[(1, "8/8/8/8/8/8/8/R7")]).build();
    let view = json(&after(&position, "Rd1a1-d1a4"));
    let a4 = &view["dimensions"][0]["energy"][0];
    assert_eq!(a4["square"], "a4");
    assert_eq!(a4["charged"], false);
    // Used on ply 1, so it serves again on ply 7.
    assert_eq!(a4["charged_on_ply"], 7);
    assert_eq!(view["dimensions"][0]["men"][0]["last_energy"], "d1a4");
    assert_eq!(view["dimensions"][0]["imbalance"], 1);
}

#[test]
fn a_view_shows_attacked_kings_and_control() {
    let position = scene(&[(1, "4r3/8/8/8/8/8/8/4K3")]).build();
    let view = json(&position);
    assert_eq!(view["check"][0], "d1e1");
    assert_eq!(view["dimensions"][0]["controller"], "white");
    assert_eq!(view["dimensions"][0]["kings_in_check"]["white"], 1);
    assert_eq!(view["dimensions"][7]["controller"], serde_json::Value::Null);
}

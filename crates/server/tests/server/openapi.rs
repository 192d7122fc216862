//! The description of the API.

use serde_json::Value;

use crate::client::House;

/// Collects all references in the document.
fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                match value {
                    Value::String(place) if name == "$ref" => found.push(place),
                    _ => references(value, found),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

#[tokio::test]
async fn the_document_is_valid_and_complete() {
    let house = House::open().await;
    let answer = house.visitor().get("/openapi.json").await;
    let document = answer.good();
    let parsed = oas3::from_json(&answer.text).expect("an OpenAPI document");
    assert!(parsed.openapi.starts_with("3.1"), "{}", parsed.openapi);
    let mut found = Vec::new();
    references(&document, &mut found);
    assert!(found.len() > 50);
    for place in found {
        let pointer = place.strip_prefix('#').expect("a place in the document");
        assert!(document.pointer(pointer).is_some(), "{place}");
    }
    let paths = document["paths"].as_object().expect("paths");
    for path in [
        "/variants",
        "/me",
        "/games",
        "/games/{id}",
        "/games/{id}/join",
        "/games/{id}/socket",
        "/lobby/socket",
        "/account",
        "/games/{id}/record",
        "/games/{id}/plies",
        "/games/{id}/verify",
        "/games/{id}/analysis",
        "/explore",
    ] {
        assert!(paths.contains_key(path), "{path}");
    }
    // Generated clients name their functions after the operation identifiers.
    let operations = paths
        .values()
        .flat_map(|path| path.as_object().expect("operations").values());
    let mut names: Vec<&str> = operations
        .filter_map(|one| one["operationId"].as_str())
        .collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(
        names.len(),
        all,
        "a name of an operation is there twice: {names:?}"
    );
    for schema in [
        "ClientMessage",
        "ServerMessage",
        "LobbyRequest",
        "LobbyMessage",
        "State",
        "View",
        "Options",
        "Problem",
    ] {
        assert!(
            document["components"]["schemas"][schema].is_object(),
            "{schema}"
        );
    }
}

/// `docs/openapi.json` is the contract from which the browser client's types are generated. `UPDATE_EXPECT=1` regenerates it.
#[tokio::test]
async fn the_document_is_the_one_in_the_repository() {
    let house = House::open().await;
    let document = house.visitor().get("/openapi.json").await.good();
    let text = serde_json::to_string_pretty(&document).expect("JSON") + "\n";
    expect_test::expect_file!["../../../../docs/openapi.json"].assert_eq(&text);
}

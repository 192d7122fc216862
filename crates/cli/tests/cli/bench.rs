//! The fingerprint of the search: `manifold bench` must count the nodes that are in `bench.txt`.

use crate::support::{manifold, stdout};
use serde_json::Value;

/// Node counts depend only on the code of rules, evaluation and search. A change of them is a functional change: its commit updates the
/// file and says so.
#[test]
fn bench_counts_the_nodes_of_the_fingerprint() {
    let output = manifold(&["bench", "--json"]);
    assert!(output.status.success());
    let measured: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let counted: Vec<String> = measured["games"]
        .as_array()
        .expect("games")
        .iter()
        .map(|game| {
            format!(
                "{} {}",
                game["game"].as_str().expect("a name"),
                game["nodes"]
            )
        })
        .collect();
    let written: Vec<&str> = include_str!("../bench.txt").lines().collect();
    assert_eq!(
        counted, written,
        "the search has changed: if it should, write the new counts to crates/cli/tests/bench.txt"
    );
}

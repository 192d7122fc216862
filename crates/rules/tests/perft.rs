//! Perft tables: known counts of every game, as data files in `tests/perft/`.
//!
//! A line has the identifier of the game (for Hyperspace Chess with the longest delay listed), the
//! actions played or `-`, and pairs of depth and count:
//!
//! ```text
//! hyperspace max-delay=1 | e2e4 e7e5 | 1 437 | 2 190969
//! ```

use manifold_rules::position::Bounds;
use manifold_rules::variant::{AnyPosition, VariantId};

/// Counts above this are left to the slow test.
const QUICK: u64 = 3_000_000;

fn check_file(name: &str, table: &str, slow: bool) {
    let mut checked = 0;
    for (index, line) in table.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let place = format!("{name}, line {}", index + 1);
        let mut fields = line.split('|').map(str::trim);
        let mut game = fields.next().expect("a game").split_whitespace();
        let id: VariantId = game.next().expect("a game").parse().expect(&place);
        let bounds = match game.next() {
            None => Bounds::default(),
            Some(option) => Bounds {
                max_delay: option
                    .strip_prefix("max-delay=")
                    .and_then(|delay| delay.parse().ok())
                    .expect(&place),
            },
        };
        let actions = fields.next().expect(&place);
        for pair in fields {
            let (depth, count) = pair.split_once(' ').expect(&place);
            let depth: u32 = depth.parse().expect(&place);
            let count: u64 = count.trim().replace(',', "").parse().expect(&place);
            if (count > QUICK) == slow {
                check(&place, id, actions, bounds, depth, count);
                checked += 1;
            }
        }
    }
    assert!(slow || checked > 0, "{name} has no counts");
}

fn check(place: &str, id: VariantId, actions: &str, bounds: Bounds, depth: u32, count: u64) {
    let mut position = AnyPosition::start(id);
    for word in actions.split_whitespace().filter(|word| *word != "-") {
        let action = id.parse_action(word).expect(place);
        position.play(action).expect(place);
    }
    assert_eq!(
        position.perft(depth, bounds),
        count,
        "{place}, depth {depth}"
    );
    if count < QUICK / 10 {
        let unbulk = position.perft_without_bulk(depth, bounds);
        assert_eq!(unbulk, count, "{place}, depth {depth}, every action made");
    }
}

macro_rules! tables {
    ($($quick:ident, $slow:ident: $file:literal;)*) => {$(
        #[test]
        fn $quick() {
            check_file($file, include_str!(concat!("perft/", $file)), false);
        }

        #[test]
        #[ignore = "slow"]
        fn $slow() {
            check_file($file, include_str!(concat!("perft/", $file)), true);
        }
    )*};
}

tables! {
    hyperspace_counts, hyperspace_counts_deep: "hyperspace.txt";
    time_traveler_counts, time_traveler_counts_deep: "time_traveler.txt";
    hidden960_counts, hidden960_counts_deep: "hidden960.txt";
    dmchess_counts, dmchess_counts_deep: "dmchess.txt";
}

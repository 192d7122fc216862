use manifold_rules::board::Color;
use manifold_rules::chess::Chess;
use manifold_rules::dmchess::DmChess;
use manifold_rules::hidden960::Hidden960;
use manifold_rules::hyperspace::Hyperspace;
use manifold_rules::position::Position;
use manifold_rules::time_traveler::TimeTraveler;

use super::accumulator::Accumulators;
use super::file::{LARGEST_SCALE, read_network, write_network};
use super::inputs::{Networked, for_each_input};
use super::layers::{LARGEST_OUTPUT, Network, Neurons, QA, QB, WIDTH};
use crate::playable::Playable;
use crate::random::Random;

/// A network with random weights.
fn drawn_by_lot<P: Networked>(seed: u64) -> Network {
    let mut random = Random::new(seed);
    let mut neurons = |most: i16| {
        Neurons([0; WIDTH].map(|_: i16| random.below(2 * most as u64 + 1) as i16 - most))
    };
    Network {
        scale: 170,
        rows: (0..inputs::<P>()).map(|_| neurons(90)).collect(),
        biases: neurons(200),
        outputs: (0..P::OUTPUT_BUCKETS)
            .map(|_| [neurons(LARGEST_OUTPUT), neurons(LARGEST_OUTPUT)])
            .collect(),
        output_biases: (0..P::OUTPUT_BUCKETS as i32)
            .map(|bucket| 40 * bucket)
            .collect(),
    }
}

/// The number of inputs of the network of a game.
fn inputs<P: Networked>() -> usize {
    P::KING_BUCKETS * P::EMPTY.as_ref().len() * 64
}

fn leaked(network: Network) -> &'static Network {
    Box::leak(Box::new(network))
}

/// The positions of games of random moves.
fn positions<P: Playable + Position>(games: u64) -> Vec<P> {
    let mut random = Random::new(11);
    let mut all = Vec::new();
    for _ in 0..games {
        let mut position = P::start(P::Variant::default());
        for _ in 0..200 {
            let actions = position.legal_actions();
            if actions.is_empty() {
                break;
            }
            position.play_unchecked(actions[random.below(actions.len() as u64) as usize]);
            all.push(position.clone());
        }
    }
    all
}

/// A reference evaluation, straight from the description of the layers, in numbers that cannot overflow.
fn by_the_book<P: Networked>(network: &Network, position: &P) -> i32 {
    let bucket = position.output_bucket();
    let actor = position.actor();
    let mut squared = 0_i64;
    for board in 0..P::BOARDS {
        for (side, perspective) in [actor, actor.other()].into_iter().enumerate() {
            let mut sums = network.biases.0.map(i64::from);
            for_each_input(position, board, perspective, |input| {
                for (sum, weight) in sums.iter_mut().zip(network.rows[input].0) {
                    *sum += i64::from(weight);
                }
            });
            for (sum, weight) in sums.iter().zip(network.outputs[bucket][side].0) {
                let clipped = (*sum).clamp(0, i64::from(QA));
                squared += clipped * clipped * i64::from(weight);
            }
        }
    }
    let output = squared / i64::from(QA) + i64::from(network.output_biases[bucket]);
    (output * i64::from(network.scale) / i64::from(QA * QB)) as i32
}

fn accumulators_follow<P: Playable + Position>(games: u64) {
    let network = leaked(drawn_by_lot::<P>(1));
    let mut following = Accumulators::<P>::new(network);
    let mut different = std::collections::BTreeSet::new();
    for position in positions::<P>(games) {
        let expected = by_the_book(network, &position);
        assert_eq!(
            following.evaluate(&position),
            expected,
            "{}",
            position.to_text()
        );
        assert_eq!(Accumulators::new(network).evaluate(&position), expected);
        different.insert(expected);
    }
    assert!(different.len() > 1_000, "{} evaluations", different.len());
}

#[test]
fn accumulators_that_followed_games_say_what_the_layers_say() {
    accumulators_follow::<Chess>(20);
    accumulators_follow::<Hidden960>(20);
    accumulators_follow::<Hyperspace>(20);
    // Random explosions end a game soon.
    accumulators_follow::<TimeTraveler>(100);
    accumulators_follow::<DmChess>(20);
}

/// Neurons may wrap around; the sums computed from them must not.
#[test]
fn the_largest_numbers_that_a_file_can_have_do_not_overflow() {
    for (weight, bias) in [
        (LARGEST_OUTPUT, i32::MAX),
        (-LARGEST_OUTPUT, i32::MIN),
        (LARGEST_OUTPUT, i32::MIN),
    ] {
        let network = Network {
            scale: LARGEST_SCALE,
            rows: vec![Neurons([0; WIDTH]); inputs::<Chess>()],
            biases: Neurons([i16::MAX; WIDTH]),
            outputs: vec![[Neurons([weight; WIDTH]); 2]; Chess::OUTPUT_BUCKETS],
            output_biases: vec![bias; Chess::OUTPUT_BUCKETS],
        };
        let bytes = write_network(&network, &[]);
        let network = leaked(read_network::<Chess>(&bytes).expect("it can be written in a file"));
        let position = Chess::default();
        assert_eq!(
            Accumulators::new(network).evaluate(&position),
            by_the_book(network, &position)
        );
    }
}

#[test]
fn the_order_in_which_positions_are_seen_makes_no_difference() {
    let network = leaked(drawn_by_lot::<Chess>(2));
    let all = positions::<Chess>(4);
    let mut forwards = Accumulators::<Chess>::new(network);
    let mut backwards = Accumulators::<Chess>::new(network);
    let first: Vec<i32> = all
        .iter()
        .map(|position| forwards.evaluate(position))
        .collect();
    let mut last: Vec<i32> = all
        .iter()
        .rev()
        .map(|position| backwards.evaluate(position))
        .collect();
    last.reverse();
    assert_eq!(first, last);
}

/// The position with the colours exchanged, or with the files mirrored.
fn turned(position: &Chess, ranks: bool) -> Chess {
    let text = position.to_text();
    let words: Vec<&str> = text.split(' ').collect();
    let rows: Vec<String> = if ranks {
        let exchanged = |letter: char| {
            if letter.is_ascii_uppercase() {
                letter.to_ascii_lowercase()
            } else {
                letter.to_ascii_uppercase()
            }
        };
        let rows = words[0].split('/').rev();
        rows.map(|row| row.chars().map(exchanged).collect())
            .collect()
    } else {
        words[0]
            .split('/')
            .map(|row| row.chars().rev().collect())
            .collect()
    };
    let turn = if ranks == (words[1] == "w") { "b" } else { "w" };
    let fen = format!("{} {turn} - - 0 1", rows.join("/"));
    Chess::from_text(Default::default(), &fen).expect("a position that is turned is a position")
}

#[test]
fn exchanged_colours_and_mirrored_files_make_no_difference() {
    let network = leaked(drawn_by_lot::<Chess>(3));
    let mut accumulators = Accumulators::<Chess>::new(network);
    let mut on_either_wing = [false; 2];
    for position in positions::<Chess>(6) {
        let expected = accumulators.evaluate(&position);
        assert_eq!(accumulators.evaluate(&turned(&position, true)), expected);
        assert_eq!(accumulators.evaluate(&turned(&position, false)), expected);
        let white = position.orientation(Color::White);
        on_either_wing[usize::from(white.is_mirrored)] = true;
    }
    assert_eq!(on_either_wing, [true; 2]);
}

/// The position with the colours exchanged; `None` where the rules know more of it than its men say.
fn with_colors_exchanged(position: &Hidden960) -> Option<Hidden960> {
    let exchanged = |letter: char| match letter {
        '?' => '!',
        '!' => '?',
        _ if letter.is_ascii_uppercase() => letter.to_ascii_lowercase(),
        _ => letter.to_ascii_uppercase(),
    };
    let text = position.to_text();
    let words: Vec<&str> = text.split(' ').collect();
    let rows: Vec<&str> = words[0].split('/').rev().collect();
    let board: String = rows.join("/").chars().map(exchanged).collect();
    let turn = if words[1] == "w" { "b" } else { "w" };
    let men = |is_own: fn(&char) -> bool| words[2].chars().filter(is_own).map(exchanged);
    let pools: String = men(char::is_ascii_lowercase)
        .chain(men(char::is_ascii_uppercase))
        .collect();
    let pools = if pools.is_empty() { "-" } else { &pools };
    let rank = |letter: char| match letter {
        '1' => '8',
        '8' => '1',
        other => other,
    };
    let unmoved: String = words[3].chars().map(rank).collect();
    let text = format!("{board} {turn} {pools} {unmoved} - 0 1 -");
    Hidden960::from_text(Default::default(), &text).ok()
}

#[test]
fn in_hidden960_exchanged_colours_make_no_difference() {
    let network = leaked(drawn_by_lot::<Hidden960>(3));
    let mut accumulators = Accumulators::<Hidden960>::new(network);
    let mut compared = [0; 2];
    for position in positions::<Hidden960>(20) {
        let Some(other) = with_colors_exchanged(&position) else {
            continue;
        };
        assert_eq!(
            accumulators.evaluate(&position),
            accumulators.evaluate(&other),
            "{}",
            position.to_text()
        );
        let is_hidden = Color::ALL.map(|color| position.hidden(color).any());
        compared[usize::from(is_hidden != [false; 2])] += 1;
    }
    assert!(compared[1] > 300, "{compared:?} positions compared");
}

#[test]
fn in_hyperspace_chess_square_and_turn_of_a_return_count_and_exchanged_colours_do_not() {
    let network = leaked(drawn_by_lot::<Hyperspace>(3));
    let mut accumulators = Accumulators::<Hyperspace>::new(network);
    let mut evaluate = |text: &str| {
        let position = Hyperspace::from_text(Default::default(), text).expect("a position");
        accumulators.evaluate(&position)
    };
    let away = evaluate("4k2r/8/8/8/8/8/8/Q3K3 w - - 0 1 N2@d4");
    assert_eq!(away, evaluate("q3k3/8/8/8/8/8/8/4K2R b - - 0 1 n2@d5"));
    assert_ne!(away, evaluate("4k2r/8/8/8/8/8/8/Q3K3 w - - 0 1 N2@e4"));
    assert_ne!(away, evaluate("4k2r/8/8/8/8/8/8/Q3K3 w - - 0 1 N3@d4"));
    assert_ne!(away, evaluate("4k2r/8/8/8/8/8/8/Q3K3 w - - 0 1 R2@d4"));
    assert_ne!(away, evaluate("4k2r/8/8/8/8/8/8/Q3K3 w - - 0 1 -"));
}

#[test]
fn in_time_travelers_chess_stages_supports_and_dangers_count_and_exchanged_colours_do_not() {
    let network = leaked(drawn_by_lot::<TimeTraveler>(3));
    let mut accumulators = Accumulators::<TimeTraveler>::new(network);
    let mut evaluate = |text: &str| {
        let position = TimeTraveler::from_text(Default::default(), text).expect("a position");
        accumulators.evaluate(&position)
    };
    let traveling = evaluate("4k2r/8/8/8/3N*4/8/8/1N2K1NR w - - - Nd4=b1g1 - - 0 9");
    let exchanged = "1n2k1nr/8/8/3n*4/8/8/8/4K2R b - - - - Nd5=b8g8 - 0 9";
    assert_eq!(traveling, evaluate(exchanged));
    let traveled = evaluate("4k2r/8/8/8/3N'4/8/8/1N2K1NR w - - - Nd4=b1g1 - - 0 9");
    let untraveled = "4k2r/8/8/8/3N4/8/8/4K1NR w - - b1d4 - - - 0 9";
    assert_ne!(traveling, traveled);
    assert_ne!(traveled, evaluate(untraveled));
    let one_support = "4k2r/8/8/8/3N'4/8/8/1N2K1NR w - - - Nd4=b1 - - 0 9";
    let the_other = "4k2r/8/8/8/3N'4/8/8/1N2K1NR w - - - Nd4=g1 - - 0 9";
    assert_ne!(evaluate(one_support), evaluate(the_other));
}

#[test]
fn in_time_travelers_chess_the_network_judges_no_position_of_a_player_without_a_king() {
    let with_king = "4k2r/8/8/8/3N*4/8/8/1N2K2R";
    assert!(is_judged::<TimeTraveler>(
        with_king,
        "w - - - Nd4=b1 - - 0 9"
    ));
    // The untraveled king has no future self.
    let without = "4k2r/8/8/8/3K*4/8/8/1N2K2R";
    assert!(!is_judged::<TimeTraveler>(
        without,
        "w - - - Kd4=e1 - - 0 9"
    ));
}

#[test]
fn in_time_travelers_chess_more_than_thirty_two_men_are_judged_as_thirty_two() {
    let text = "rnbqkbnr/pppppppp/8/8/4N*N'2/8/PPPPPPPP/RNBQKBNR b KQkq - - Ne4=b1g1 - - 0 9";
    let position = TimeTraveler::from_text(Default::default(), text).expect("a position");
    let start = TimeTraveler::start(Default::default());
    assert_eq!(position.plain_board().occupied().count(), 34);
    assert_eq!(position.output_bucket(), start.output_bucket());
}

#[test]
fn a_network_that_is_written_is_read_back() {
    let network = drawn_by_lot::<Chess>(4);
    let remarks = ["made by\nmanifold train".to_owned()];
    let bytes = write_network(&network, &remarks);
    assert!(bytes.starts_with(b"manifold network\nscale 170\n# made by\n# manifold train\n\n"));
    assert_eq!(read_network::<Chess>(&bytes), Ok(network));
}

#[test]
fn a_file_that_is_no_network_is_refused_with_the_reason() {
    let good = write_network(&drawn_by_lot::<Chess>(5), &[]);
    let mut outside = good.clone();
    let place = good.len() - 4 * Chess::OUTPUT_BUCKETS - 2;
    outside[place..place + 2].copy_from_slice(&129_i16.to_le_bytes());
    let short = good[..good.len() - 1].to_vec();
    for (bytes, says) in [
        (b"".to_vec(), "there is no empty line before the weights"),
        (b"\xff\n\n".to_vec(), "it does not begin with text"),
        (
            b"network\n\n".to_vec(),
            "line 1: “manifold network” is expected",
        ),
        (
            b"manifold network\n\n".to_vec(),
            "line 2: “scale ” and a number",
        ),
        (
            b"manifold network\nscale 0\n\n".to_vec(),
            "line 2: “scale ” and a number",
        ),
        (
            b"manifold network\nscale 9\n#\nx\n\n".to_vec(),
            "line 4: a remark after “#”",
        ),
        (
            b"manifold network\nscale 9\n\nabc".to_vec(),
            "bytes of weights, not 3",
        ),
        (short, "bytes of weights, not"),
        (outside, "a weight of the output is beyond 128"),
    ] {
        let error = read_network::<Chess>(&bytes).expect_err(says).to_string();
        assert!(error.contains(says), "{error}");
    }
}

/// Boards, and whether the network judges positions with them.
const BOARDS: [(&str, bool); 3] = [
    (KINGS_AND_PAWNS, false),
    ("4k3/pppp4/8/8/8/8/PPPP4/3NK3", true),
    ("4k3/8/8/8/8/8/8/R2QKR2", false),
];
const KINGS_AND_PAWNS: &str = "4k3/pppp4/8/8/8/8/PPPP4/4K3";

/// Whether the network of a game judges the position with this board; `rest` is the rest of the position's text.
fn is_judged<P: Networked>(board: &str, rest: &str) -> bool {
    let text = format!("{board} {rest}");
    let position = P::from_text(Default::default(), &text).expect("a position");
    position.is_judged_by_network()
}

/// Checks that a game has a network, that it evaluates the start position as even, and which positions it judges. `rests` are the rests of
/// their texts.
fn ships_a_network<P: Networked>(rests: [&str; BOARDS.len()]) {
    let network = P::shipped_network().expect("a network");
    let start = P::start(Default::default());
    assert!(start.is_judged_by_network());
    let score = Accumulators::<P>::new(network).evaluate(&start);
    assert!(score.abs() < 100, "{score} in the start position");
    for ((board, judged), rest) in BOARDS.into_iter().zip(rests) {
        assert_eq!(is_judged::<P>(board, rest), judged, "{board}");
    }
}

#[test]
fn chess_has_a_network_which_leaves_kings_and_pawns_to_the_terms() {
    ships_a_network::<Chess>(["w - - 0 1"; 3]);
}

#[test]
fn hidden960_has_a_network_which_leaves_kings_and_pawns_to_the_terms() {
    ships_a_network::<Hidden960>(["w - - - 0 1 -"; 3]);
}

#[test]
fn hyperspace_has_a_network_which_leaves_kings_and_pawns_to_the_terms_even_if_pieces_are_away() {
    ships_a_network::<Hyperspace>(["w - - 0 1 -"; 3]);
    assert!(!is_judged::<Hyperspace>(KINGS_AND_PAWNS, "w - - 0 9 R2@d4"));
}

#[test]
fn time_travelers_chess_has_a_network_which_leaves_kings_and_pawns_and_a_missing_king_to_the_terms()
{
    // Men that have not traveled started where their kind may have.
    ships_a_network::<TimeTraveler>([
        "w - - - - - - 0 9",
        "w - - b1d1 - - - 0 9",
        "w - - h1f1 - - - 0 9",
    ]);
    let without_a_king = "4k3/pppp4/8/8/8/8/PPPP4/1N4N1";
    assert!(!is_judged::<TimeTraveler>(
        without_a_king,
        "w - - - - - - 0 9"
    ));
    assert!(is_judged::<TimeTraveler>(
        "4k3/pppp4/8/8/8/8/PPPP4/1N2K3",
        "w - - - - - - 0 9"
    ));
}

#[test]
fn dmchess_has_a_network_for_each_of_its_boards_which_leaves_a_dominated_position_to_the_terms() {
    let network = DmChess::shipped_network().expect("a network");
    let start = DmChess::start(Default::default());
    assert!(start.is_judged_by_network());
    let score = Accumulators::<DmChess>::new(network).evaluate(&start);
    assert!(score.abs() < 100, "{score} in the start position");
    for dimension in 1..=8 {
        // The same player acts after each of them: only this board differs.
        let scores = ["Pd_e2-d_e3", "Pd_e2-d_e4", "Nd_b1-d_c3"].map(|action| {
            let mut position = start;
            let action = action.replace('_', &dimension.to_string());
            position
                .play(action.parse().expect("a move"))
                .expect("a legal move");
            Accumulators::<DmChess>::new(network).evaluate(&position)
        });
        let [one, others @ ..] = scores;
        assert_ne!(others, [one; 2], "dimension {dimension}");
    }
    let kings = |white: bool| {
        if white {
            "8/8/8/8/8/8/8/4K3"
        } else {
            "4k3/8/8/8/8/8/8/8"
        }
    };
    for (of_black, is_judged) in [(4, true), (5, false)] {
        let boards: Vec<&str> = (0..8).map(|board| kings(board >= of_black)).collect();
        let dominance = if is_judged { "-" } else { "b1" };
        let text = format!("{} w -/-/-/-/-/-/-/- - - {dominance} 0 5", boards.join(" "));
        let position = DmChess::from_text(Default::default(), &text);
        let position = position.expect("a position");
        assert_eq!(
            position.is_judged_by_network(),
            is_judged,
            "{of_black} of Black"
        );
    }
}

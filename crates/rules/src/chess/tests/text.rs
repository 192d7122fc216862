//! FEN.

use super::*;

#[test]
fn fen_is_read_and_written() {
    for fen in [
        START,
        KIWIPETE,
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 12 34",
    ] {
        assert_eq!(at(fen).to_text(), fen);
        assert_eq!(at(fen), at(&at(fen).to_text()));
    }
}

#[test]
fn the_counts_can_be_left_out() {
    assert_eq!(
        at("4k3/8/8/8/8/8/8/4K2R w K -").to_text(),
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    );
}

#[test]
fn shredder_fen_is_read_and_x_fen_is_written() {
    let position = at_960("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9");
    assert_eq!(
        position.to_text(),
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9"
    );
}

#[test]
fn x_fen_names_a_rook_that_is_not_the_outermost_by_its_file() {
    let fen = "4k3/8/8/8/8/8/8/4KR1R w F - 0 1";
    assert_eq!(at_960(fen).to_text(), fen);
    assert_eq!(
        at_960("4k3/8/8/8/8/8/8/4KR1R w H - 0 1").to_text(),
        "4k3/8/8/8/8/8/8/4KR1R w K - 0 1"
    );
}

#[test]
fn what_no_game_can_reach_is_refused_with_its_field() {
    for (fen, complaint) in [
        ("", "fields"),
        (
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "white should have exactly one king",
        ),
        (
            "4k3/8/8/8/8/8/8/K3K3 w - - 0 1",
            "white should have exactly one king",
        ),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "there twice"),
        ("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "the king on the e-file"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "fifty-move count"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0", "move number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 -", "too much"),
        ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "is attacked"),
        ("????k3/8/8/8/8/8/8/4K3 w - - 0 1", "no hidden pieces"),
    ] {
        let error = Chess::from_text(Variant::Standard, fen)
            .expect_err(fen)
            .to_string();
        assert!(error.contains(complaint), "{fen}: {error}");
    }
}

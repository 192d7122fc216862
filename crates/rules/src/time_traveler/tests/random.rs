//! Random games and random positions, each from a seed.

use crate::board::{
    Bitboard, Castling, Color, PROMOTIONS, Rank, Role, Square, ahead, same_colored,
};
use crate::position::Position;
use crate::time_traveler::en_passant::EnPassant;
use crate::time_traveler::identity::start_of_identity;
use crate::time_traveler::men::{Man, Men};
use crate::time_traveler::stage::Stage;
use crate::time_traveler::{Action, TimeTraveler};

/// A random legal action, chosen so that explosions, which are by far the most numerous, do not crowd out the rest.
pub(in crate::time_traveler) fn action(
    game: &TimeTraveler,
    random: &mut fastrand::Rng,
) -> Option<Action> {
    let all = game.legal_actions();
    let kind = random.usize(..8);
    let of_kind: Vec<Action> = all
        .iter()
        .copied()
        .filter(|action| match action {
            Action::Move(_) => kind >= 3,
            Action::Annihilation { .. } => kind <= 1,
            Action::Explosion { .. } => kind == 2,
        })
        .collect();
    random
        .choice(&of_kind)
        .copied()
        .or_else(|| random.choice(&all).copied())
}

/// Visits the positions of a random game, the last one included.
pub(in crate::time_traveler) fn walk(seed: u64, plies: u32, mut visit: impl FnMut(&TimeTraveler)) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = TimeTraveler::start(Default::default());
    visit(&game);
    for _ in 0..plies {
        let Some(action) = action(&game, &mut random) else {
            return;
        };
        game.play_unchecked(action);
        visit(&game);
    }
}

/// Men placed at random, crowded together so that they are in each other's way. The position may be
/// one that cannot arise.
pub(in crate::time_traveler) fn jumble(seed: u64) -> TimeTraveler {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = TimeTraveler::start(Default::default());
    let color = if random.usize(..2) == 0 {
        Color::White
    } else {
        Color::Black
    };
    game.turn = color;
    game.men = Men::EMPTY;
    game.castling = Castling::NONE;
    let home = random.usize(..2) == 0;
    let crowd = [
        0xffff_u64,
        0xff_ffff,
        0xffff_ffff,
        u64::MAX,
        0x0f0f_0f0f_0f0f_0f0f,
        u64::MAX,
    ];
    let mut crowd = Bitboard(random.choice(&crowd).copied().unwrap_or(u64::MAX));
    if color.is_black() {
        crowd = crowd.flip_vertical();
    }
    // King and rooks first, before others take their squares.
    for identity in [4, 0, 7, 1, 2, 3, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15] {
        let start = start_of_identity(color, identity);
        let is_castler = matches!(identity, 0 | 4 | 7);
        if home
            && is_castler
            && !game.men.occupied().contains(start)
            && (identity == 4 || random.usize(..3) > 0)
        {
            let role = if identity == 4 {
                Role::King
            } else {
                Role::Rook
            };
            game.men
                .put(start, Man::untraveled(role.of(color), identity));
            if role == Role::Rook {
                game.castling.add_rook(start);
            }
            continue;
        }
        if random.usize(..5) == 0 {
            continue;
        }
        let born = crate::board::Board::start()
            .role_at(start)
            .unwrap_or(Role::Pawn);
        let role = if born == Role::Pawn && random.usize(..8) == 0 {
            random.choice(&PROMOTIONS).copied().unwrap_or(born)
        } else {
            born
        };
        if let Some(square) = free_square(&game, &mut random, role, start, crowd, color) {
            game.men
                .put(square, Man::untraveled(role.of(color), identity));
        }
    }
    for _ in 0..random.usize(..4) {
        let role = random.choice(&Role::ALL).copied().unwrap_or(Role::Pawn);
        let stage = if random.usize(..2) == 0 {
            Stage::Traveling
        } else {
            Stage::Traveled
        };
        if let Some(square) = free_square(&game, &mut random, role, Square::A1, crowd, color)
            && role != Role::Bishop
        {
            game.men.put(square, Man::traveler(role.of(color), stage));
        }
    }
    for number in 0..random.usize(..16) as u8 {
        let role = random
            .choice(&[Role::Pawn, Role::Knight, Role::Rook])
            .copied()
            .unwrap_or(Role::Pawn);
        if let Some(square) =
            free_square(&game, &mut random, role, Square::A1, Bitboard::FULL, color)
        {
            game.men
                .put(square, Man::untraveled(role.of(color.other()), number));
        }
    }
    if random.usize(..3) == 0 {
        add_en_passant(&mut game, &mut random);
    }
    game.recompute_keys();
    game
}

fn free_square(
    game: &TimeTraveler,
    random: &mut fastrand::Rng,
    role: Role,
    start: Square,
    crowd: Bitboard,
    color: Color,
) -> Option<Square> {
    let mut free = crowd & !game.men.occupied();
    if role == Role::Pawn {
        free &= !Bitboard::BACKRANKS;
        // Advanced pawns are of special interest.
        if random.usize(..6) == 0 {
            free = !Bitboard::BACKRANKS
                & !game.men.occupied()
                & !Bitboard::from_rank(color.relative_rank(Rank::Second));
        }
    }
    if role == Role::Bishop && start.rank() == color.backrank() {
        free &= same_colored(start);
    }
    let squares: Vec<Square> = free.into_iter().collect();
    random.choice(&squares).copied()
}

/// Adds an en passant right beside an own pawn: an opposing pawn has just jumped, with or without annihilating.
fn add_en_passant(game: &mut TimeTraveler, random: &mut fastrand::Rng) {
    let color = game.turn;
    let fifth = Bitboard::from_rank(color.relative_rank(Rank::Fifth));
    let pawns = game.men.movable(color) & game.men.board().by_role(Role::Pawn) & fifth;
    let beside: Vec<Square> = pawns
        .into_iter()
        .flat_map(|pawn| crate::board::attacks::pawn_attacks(color, pawn))
        .collect();
    let Some(square) = random.choice(&beside).copied() else {
        return;
    };
    let (Some(start), Some(end)) = (ahead(color, square), ahead(color.other(), square)) else {
        return;
    };
    let occupied = game.men.occupied();
    if [start, square, end]
        .into_iter()
        .any(|square| occupied.contains(square))
    {
        return;
    }
    let annihilated = random.usize(..2) == 0;
    if !annihilated {
        game.men
            .put(end, Man::untraveled(Role::Pawn.of(color.other()), 15));
    }
    game.en_passant = Some(EnPassant {
        square,
        annihilated,
    });
}

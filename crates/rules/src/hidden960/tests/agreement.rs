//! The rules agree with the naive reference implementation in `plain`, over random games and over random positions, which
//! are stranger than those of games.

use std::collections::BTreeSet;

use super::plain::{Plain, PlainChoice};
use super::*;
use crate::board::{Color, Role, Square, color_index};

fn compare(position: &Hidden960) {
    let ours: BTreeSet<String> = position
        .legal_actions()
        .iter()
        .map(Action::to_string)
        .collect();
    assert_eq!(ours, Plain::of(position).legal(), "{}", position.to_text());
}

#[test]
fn random_games_have_the_actions_of_the_plain_definition() {
    let mut random = fastrand::Rng::with_seed(7);
    over_random_games(1, 60, |position| {
        // With many hidden squares the reference implementation is too slow to compare every position.
        if position.hidden(position.turn).count() <= 5 || random.usize(..30) == 0 {
            compare(position);
        }
    });
}

/// A random position that need not be reachable: few men anywhere, some squares hidden, kings hidden or revealed.
fn random_position(random: &mut fastrand::Rng) -> Option<Hidden960> {
    let variant = if random.usize(..3) == 0 {
        Variant::Chess960
    } else {
        Variant::Free
    };
    let mut board = [[' '; 8]; 8];
    let mut pools = [String::new(), String::new()];
    let mut arrays = [String::new(), String::new()];
    let mut unmoved = String::new();
    // A man that shields two hidden squares from enemy men at once.
    let blocking = (random.usize(..3) == 0).then(|| {
        let (file, height) = (random.usize(..8), 1 + random.usize(..3));
        let side = if file + height < 8 { 1 } else { -1 };
        let across = |i: usize| file.wrapping_add_signed(-side * i as isize);
        let beyond = 1 + random.usize(..3);
        let other = file.wrapping_add_signed(side * height as isize);
        if across(beyond) < 8 && other < 8 {
            board[height][file] = ['P', 'P', 'N', 'R'][random.usize(..4)];
            board[height + beyond][file] = ['q', 'r'][random.usize(..2)];
            board[height + beyond][across(beyond)] = ['q', 'b'][random.usize(..2)];
        }
        [file, other]
    });
    for color in Color::ALL {
        let most = [0, 2, 2, 2, 3, 4][random.usize(..6)];
        let few_move = random.usize(..2) == 0;
        let mut roles: Vec<char> = "KQRRBBNN".chars().collect();
        for i in (1..8).rev() {
            roles.swap(i, random.usize(..i + 1));
        }
        let mut files: Vec<usize> = (0..8).collect();
        for i in (1..8).rev() {
            files.swap(i, random.usize(..i + 1));
        }
        if let Some([first, second]) = blocking
            && color.is_white()
        {
            files.sort_by_key(|file| *file != first && *file != second);
        }
        let rank = color.fold_wb(0, 7);
        for (file, role) in files.iter().zip(&roles).take(most) {
            board[rank][*file] = color.fold_wb('?', '!');
            pools[color_index(color)].push(*role);
        }
        let mut array = ['?'; 8];
        for (file, role) in files.iter().zip(&roles).skip(most) {
            array[*file] = color.fold_wb(*role, role.to_ascii_lowercase());
            let stays = (few_move || random.usize(..8) == 0) && board[rank][*file] == ' ';
            let (to_rank, to_file) = if stays {
                (rank, *file)
            } else {
                (random.usize(..8), random.usize(..8))
            };
            if (*role == 'K' || random.usize(..2) > 0) && board[to_rank][to_file] == ' ' {
                board[to_rank][to_file] = array[*file];
                if stays && matches!(*role, 'K' | 'R') {
                    let name = Square::new((to_rank * 8 + to_file) as u32).to_string();
                    unmoved.push_str(&name);
                }
            }
        }
        arrays[color_index(color)] = array.iter().collect();
        for _ in 0..random.usize(..9) {
            let man = ['P', 'P', 'P', 'Q', 'R', 'B'][random.usize(..6)];
            let (rank, file) = (1 + random.usize(..6), random.usize(..8));
            if board[rank][file] == ' ' {
                board[rank][file] = color.fold_wb(man, man.to_ascii_lowercase());
            }
        }
    }
    let ranks: Vec<String> = board
        .iter()
        .rev()
        .map(|rank| rank.iter().collect::<String>().replace(' ', "1"))
        .collect();
    let ordered = |pool: &str| -> String {
        "KQRBN"
            .chars()
            .flat_map(|role| std::iter::repeat_n(role, pool.matches(role).count()))
            .collect()
    };
    let pools = format!(
        "{}{}",
        ordered(&pools[0]),
        ordered(&pools[1]).to_lowercase()
    );
    let mut squares: Vec<&str> = (0..unmoved.len() / 2)
        .map(|i| &unmoved[2 * i..2 * i + 2])
        .collect();
    squares.sort_by_key(|square| (square.as_bytes()[1], square.as_bytes()[0]));
    let dash = |text: String| if text.is_empty() { "-".into() } else { text };
    let mut text = format!(
        "{} {} {} {} - 0 1 -",
        ranks.join("/"),
        ["w", "b"][random.usize(..2)],
        dash(pools),
        dash(squares.concat()),
    );
    if variant == Variant::Chess960 {
        text.push_str(&format!(" {}/{}", arrays[0], arrays[1]));
    }
    Hidden960::from_text(variant, &text).ok()
}

/// Counts of rare cases: a comparison that never meets them proves nothing.
#[derive(Debug, Default)]
struct Rarities {
    look_ahead: usize,
    king_into_attack: usize,
    exposes_the_king: usize,
    kings_touch: usize,
    end_among_hidden: usize,
    check_out_of_turn: usize,
    castling: usize,
}

impl Rarities {
    fn see(&mut self, position: &Hidden960) {
        for (_, _, reveals) in all_choices(position) {
            let reveal = |(square, role)| crate::hidden960::Reveal { square, role };
            let action = match reveals[..] {
                [one] => Action::Reveal(reveal(one)),
                [first, second] => Action::RevealPair(reveal(first), reveal(second)),
                _ => unreachable!(),
            };
            match position.check(action) {
                Err(Refusal::NoMoveAfterwards) => self.look_ahead += 1,
                Err(Refusal::KingIntoAttack { .. }) => self.king_into_attack += 1,
                _ => {}
            }
        }
        let is_free = position.threatened.is_empty();
        if is_free && position.king_is_hidden(position.turn) {
            let generator = position.generator();
            let _ = generator.chess().for_each_legal(|set| {
                let kept = generator.targets(set.from);
                let never = position.board.of(position.turn.other(), Role::King);
                self.exposes_the_king += (set.to & !kept & !never).count();
                std::ops::ControlFlow::<()>::Continue(())
            });
        }
        self.kings_touch += usize::from(is_free && position.generator().kings_touch());
        self.check_out_of_turn += usize::from(is_free && position.gives_check);
        if !position.hidden(position.turn).is_empty() {
            self.end_among_hidden += usize::from(position.outcome().is_some());
        }
        if is_free && let Some(king) = position.board.king_of(position.turn) {
            let own_rooks = position.board.of(position.turn, Role::Rook);
            self.castling += (position.targets(king) & own_rooks).count();
        }
    }
}

fn all_choices(position: &Hidden960) -> Vec<PlainChoice> {
    let plain = Plain::of(position);
    let actor = position.actor();
    let threatened = plain.threatened(actor);
    let squares = if threatened.is_empty() {
        plain.hidden(actor)
    } else {
        threatened
    };
    plain.choices(actor, &squares)
}

#[test]
fn strange_positions_have_the_actions_of_the_plain_definition() {
    let mut random = fastrand::Rng::with_seed(scramble(11));
    let mut compared = 0;
    let mut rarities = Rarities::default();
    while compared < 10_000 {
        let Some(mut position) = random_position(&mut random) else {
            continue;
        };
        for _ in 0..4 {
            compare(&position);
            rarities.see(&position);
            compared += 1;
            let all = position.legal_actions();
            let Some(action) = random.choice(&all).copied() else {
                break;
            };
            position.play_unchecked(action);
        }
    }
    let Rarities {
        look_ahead,
        king_into_attack,
        exposes_the_king,
        kings_touch,
        end_among_hidden,
        check_out_of_turn,
        castling,
    } = rarities;
    assert!(look_ahead > 50 && king_into_attack > 300 && exposes_the_king > 30);
    assert!(kings_touch > 30 && end_among_hidden > 20);
    assert!(check_out_of_turn > 300 && castling > 50);
}

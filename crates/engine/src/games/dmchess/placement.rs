//! The kings' starting squares, in the game in which each player places them in secret.

use manifold_rules::board::{Color, File, Rank, Square};
use manifold_rules::dmchess::{Action, Dimension, DmChess, Place, Placement, Variant};
use manifold_rules::position::Position;

use super::attack_map::with_attack_map;
use super::eval::evaluate;
use crate::random::Random;

/// Number of placements that are tried.
const TRIED: usize = 24;
/// The number of best placements from which one is drawn.
const CHOSEN_FROM: usize = 8;

/// Places eight kings, one in each dimension: in a dimension without a king the opponent is in control from the start.
/// At home they are sheltered from other dimensions and may castle; on the third rank they are sheltered on portal
/// squares only, but already on their way. One of `only` is chosen, unless none of those is legal.
pub(super) fn place(color: Color, only: &[Action], random: &mut Random) -> Option<Action> {
    let asked = only.iter().filter_map(|action| match action {
        Action::PlaceKings(placement) => Some((*placement, value_of(color, *placement)?)),
        _ => None,
    });
    let mut tried: Vec<(Placement, i32)> = asked.collect();
    if tried.is_empty() {
        tried = draw(color, random)?;
    }
    tried.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
    tried.truncate(CHOSEN_FROM);
    let (placement, ..) = tried.get(random.below(tried.len() as u64) as usize)?;
    Some(Action::PlaceKings(*placement))
}

/// Random placements and their values.
fn draw(color: Color, random: &mut Random) -> Option<Vec<(Placement, i32)>> {
    let mut tried = Vec::with_capacity(TRIED);
    for number in 0..TRIED {
        let away = if number == 0 { 0 } else { random.below(3) };
        let mut places = home(color);
        for _ in 0..away {
            let dimension = random.below(8) as usize;
            let file = File::ALL[random.below(8) as usize];
            let square = Square::from_coords(file, color.relative_rank(Rank::Third));
            places[dimension] = Place::new(Dimension::ALL[dimension], square);
        }
        let Some(placement) = Placement::new(places) else {
            continue;
        };
        if tried.iter().all(|(known, _)| *known != placement) {
            tried.push((placement, value_of(color, placement)?));
        }
    }
    Some(tried)
}

fn home(color: Color) -> [Place; 8] {
    let square = Square::from_coords(File::E, color.backrank());
    Dimension::ALL.map(|dimension| Place::new(dimension, square))
}

/// The evaluation for `color` of a placement against kings that stay at home.
fn value_of(color: Color, placement: Placement) -> Option<i32> {
    let other = Placement::new(home(color.other()))?;
    let mut position = DmChess::start(Variant::Placed);
    let placements = match color {
        Color::White => [placement, other],
        Color::Black => [other, placement],
    };
    for placement in placements {
        position.play(Action::PlaceKings(placement)).ok()?;
    }
    let value = with_attack_map(&position, |map| evaluate(&position, map));
    Some(if position.turn() == color {
        value
    } else {
        -value
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dimension_gets_a_king_and_seeds_vary() {
        for color in Color::ALL {
            let mut seen = Vec::new();
            for seed in 0..40 {
                let Some(Action::PlaceKings(placement)) = place(color, &[], &mut Random::new(seed))
                else {
                    panic!("kings can be placed");
                };
                let dimensions = placement.places().map(|place| place.dimension);
                assert_eq!(dimensions, Dimension::ALL);
                if !seen.contains(&placement) {
                    seen.push(placement);
                }
            }
            assert!(seen.len() >= 5, "{} placements", seen.len());
        }
    }

    #[test]
    fn no_king_starts_where_it_can_be_captured() {
        for seed in 0..40 {
            let mut position = DmChess::start(Variant::Placed);
            for color in Color::ALL {
                let action =
                    place(color, &[], &mut Random::new(seed)).expect("kings can be placed");
                position.play(action).expect("a placement");
            }
            assert!(position.kings_in_check().is_empty());
            assert_eq!(position.dominant(), None);
        }
    }

    #[test]
    fn one_of_the_placements_that_are_asked_for_is_chosen_if_any_is_legal() {
        let placed = |color| Placement::new(home(color)).map(Action::PlaceKings);
        let [own, other] = [Color::White, Color::Black].map(placed);
        let [own, other] = [own, other].map(|action| action.expect("kings at home"));
        for seed in 0..20 {
            let chosen = place(Color::White, &[other, own], &mut Random::new(seed));
            assert_eq!(chosen, Some(own));
            // Only Black can place kings there.
            let chosen = place(Color::White, &[other], &mut Random::new(seed));
            assert_eq!(chosen, place(Color::White, &[], &mut Random::new(seed)));
        }
    }
}

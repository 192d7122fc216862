//! Known counts.

use crate::perft::{perft, perft_without_bulk};
use crate::position::Position;
use crate::time_traveler::TimeTraveler;

#[test]
fn the_known_counts_of_the_start_position_are_reproduced() {
    let start = TimeTraveler::start(Default::default());
    assert_eq!(perft(&start, 1, Default::default()), 1_078);
    assert_eq!(perft_without_bulk(&start, 1, Default::default()), 1_078);
    assert_eq!(perft(&start, 2, Default::default()), 876_360);
}

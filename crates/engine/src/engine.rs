//! An engine that remembers, for one seat.

use manifold_rules::board::Color;

use crate::search::{History, Table, Times};
use crate::think::Thinker;
use crate::{Level, Order, Playable, Report, Seat, Thought};

/// Positions for which there is room if nothing says how many will be met: 16 MiB.
const ROOM: u64 = 1 << 20;
/// Positions looked at in a millisecond, at most.
const SPEED: u64 = 2_000;

/// More threads than this are not started.
const MOST_THREADS: usize = 256;

/// An opponent that keeps what it has found from one decision to the next, as long as it sits in the
/// same seat.
///
/// What it remembers is its own: it can be neither cloned nor lent, and is forgotten as soon as the
/// engine is asked for the other colour. So nothing of what one player knows reaches the other.
///
/// ```
/// use manifold_engine::{Engine, Limits, Order, Seat};
/// use manifold_rules::board::Color;
/// use manifold_rules::hyperspace::Hyperspace;
/// use manifold_rules::game::Game;
///
/// let game = Game::<Hyperspace>::new(Default::default());
/// let order = Order { limits: Limits::nodes(500), lines: 2, ..Order::default() };
/// let mut engine = Engine::new();
/// let mut depths = Vec::new();
/// let thought = engine
///     .think_with(&Seat::of(&game, Color::White), &order, &mut |report| depths.push(report.depth))
///     .expect("White can move");
/// assert_eq!(thought.lines.len(), 2);
/// assert_eq!(depths.last(), Some(&thought.depth));
/// ```
#[derive(Debug)]
pub struct Engine<P: Playable> {
    table: Option<Table<P::Action>>,
    /// One for each thread.
    histories: Vec<History>,
    color: Option<Color>,
}

impl<P: Playable> Default for Engine<P> {
    fn default() -> Engine<P> {
        Engine::new()
    }
}

impl<P: Playable> Engine<P> {
    /// An engine that knows nothing yet.
    #[must_use]
    pub const fn new() -> Engine<P> {
        Engine {
            table: None,
            histories: Vec::new(),
            color: None,
        }
    }

    /// Forgets everything: the next question is about another game.
    pub fn new_game(&mut self) {
        *self = Engine::new();
    }

    /// Chooses an action for the player of `seat`, who must be the one to act, and calls `report` after
    /// every completed iteration. `None` if there is nothing that the player can do. If there is just
    /// one thing to do, or one that wins at once, it is chosen without a search and a report, unless
    /// several lines are asked for.
    ///
    /// What an earlier decision has left in memory can change the next one: only after
    /// [`Engine::new_game`], with a node limit and on one thread, is it the same every time.
    pub fn think_with(
        &mut self,
        seat: &Seat<P>,
        order: &Order,
        report: &mut dyn FnMut(&Report<P>),
    ) -> Option<Thought<P>> {
        self.think_of(seat, None, order, report)
    }

    /// Thinks of a seat, or of the position `open` itself.
    pub(crate) fn think_of(
        &mut self,
        seat: &Seat<P>,
        open: Option<P>,
        order: &Order,
        report: &mut dyn FnMut(&Report<P>),
    ) -> Option<Thought<P>> {
        let times = Times::of(&order.limits);
        if self.color != Some(seat.color()) {
            self.new_game();
            self.color = Some(seat.color());
        }
        let room = room::<P>(order, &times);
        let table = match self.table.take() {
            // A table that is large enough is kept, unless it is more than was allowed.
            Some(table)
                if table.room() == room || order.hash_mib.is_none() && table.room() > room =>
            {
                table
            }
            _ => Table::for_positions(room),
        };
        let table = self.table.insert(table);
        table.grow_older();
        // A level plays equally well on every machine.
        let threads = if order.level == Level::FULL {
            order.threads.clamp(1, MOST_THREADS)
        } else {
            1
        };
        self.histories.iter_mut().for_each(History::fade);
        self.histories.resize_with(threads, History::new::<P>);
        Thinker::new(seat, order, times, table, &mut self.histories, report)
            .knowing(open)
            .think()
    }
}

/// Positions for which to make room.
fn room<P: Playable>(order: &Order, times: &Times) -> u64 {
    if let Some(mib) = order.hash_mib {
        return Table::<P::Action>::positions_in_mib(mib);
    }
    let nodes = order.limits.nodes.unwrap_or(u64::MAX);
    let time = times.longest().map_or(u64::MAX, |time| {
        (time.as_millis() as u64).saturating_mul(SPEED)
    });
    nodes
        .min(order.level.strength().nodes::<P>())
        .min(time)
        .min(ROOM)
        .next_power_of_two()
}

/// Chooses an action for the player of `seat`, who must be the one to act. `None` if there is nothing
/// that the player can do. Nothing is remembered afterwards.
#[must_use]
pub fn think<P: Playable>(seat: &Seat<P>, order: &Order) -> Option<Thought<P>> {
    think_with(seat, order, &mut |_| {})
}

/// As [`think`], with a report after every completed iteration.
pub fn think_with<P: Playable>(
    seat: &Seat<P>,
    order: &Order,
    report: &mut dyn FnMut(&Report<P>),
) -> Option<Thought<P>> {
    Engine::new().think_with(seat, order, report)
}

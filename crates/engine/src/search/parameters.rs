//! The numbers of the search that are worth measuring, in one place. A game can have its own.

use std::cell::Cell;

macro_rules! parameters {
    ($($(#[$doc:meta])+ $name:ident = $value:expr,)*) => {
        /// The numbers of the search. Margins are in percent of the game's
        /// [`FUTILITY_MARGIN`](crate::playable::Searchable::FUTILITY_MARGIN), reductions in 1024ths of a ply, and what can only be on
        /// or off is 1 or 0.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Parameters {
            $($(#[$doc])+ pub $name: i32,)*
        }

        impl Parameters {
            /// What all games share.
            pub const COMMON: Parameters = Parameters { $($name: $value,)* };

            /// Sets a number by its name; whether there is one of that name.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

impl Parameters {
    /// For chess: where a cutoff is expected, more is reduced, by the null move too.
    pub const CHESS: Parameters = Parameters {
        reduction_cut: 1_024,
        null_base: 4,
        null_ply: 3,
        ..Parameters::NEARLY_CHESS
    };

    /// For what is nearly chess: late quiet actions go by their history alone, and sooner.
    pub const NEARLY_CHESS: Parameters = Parameters {
        quiet_cap: 0,
        late_percent: 60,
        ..Parameters::COMMON
    };

    /// For Hidden960, where many ways to reveal a man are worth nearly the same: one after the other turns out a little better.
    pub const HIDDEN960: Parameters = Parameters {
        rising: 1,
        ..Parameters::COMMON
    };

    /// For games in which what the others share has not been measured: none of it.
    pub const PLAIN: Parameters = Parameters {
        root_reduction: 0,
        reduction_depth: 3,
        correction: 0,
        capture_history: 0,
        quiet_malus: 0,
        table_history: 0,
        prior_history: 0,
        quiescence_table: 0,
        quiescence_bound: 0,
        ..Parameters::COMMON
    };
}

parameters! {
    /// Checks extend: 0 never, 1 always, 2 in principal variations, 3 where the man that gives check is safe.
    check_extension = 1,
    /// Late root actions are reduced.
    root_reduction = 1,
    /// A root action that is better than the best so far is searched in a window above the score that it had.
    rising = 0,
    /// Quiet actions beyond the game's limit at a depth are left out.
    quiet_cap = 1,
    /// The least depth at which late actions are reduced.
    reduction_depth = 2,
    /// The part of every reduction that is the same.
    reduction_base = 700,
    /// The part that grows with the logarithms of depth and number, in thousandths.
    reduction_growth = 875,
    /// Less where the position gets better.
    reduction_improving = 700,
    /// Less in a principal variation.
    reduction_pv = 1024,
    /// More where a cutoff is expected.
    reduction_cut = 0,
    /// More where the best action of the table captures.
    reduction_capture = 0,
    /// Less for what leaves the opponent no free choice.
    reduction_forcing = 0,
    /// History by which one 1024th is taken off.
    reduction_history = 12,
    /// A reduced action that turns out well is searched deeper by a ply if it is better by so many centipawns; 0 for never.
    deeper = 0,
    /// Quiet actions that are searched at any depth.
    late_base = 4,
    /// How many quiet actions are searched, in percent.
    late_percent = 100,
    /// Late quiet actions are left out in principal variations too.
    late_in_pv = 0,
    /// The greatest depth of futility pruning.
    futility_depth = 6,
    /// Its margin at depth 0,
    futility_base = 100,
    /// and what each ply adds.
    futility_ply = 100,
    /// Prunings of quiet actions go by the depth after reduction.
    reduced_depth = 0,
    /// The history below which a quiet action is left out, for each ply.
    history_ply = 2_500,
    /// What a quiet action may lose in exchanges, for each ply squared, in centipawns.
    see_quiet = 30,
    /// What a capture may lose, for each ply, in centipawns.
    see_capture = 90,
    /// The greatest depth at which losing captures are left out.
    see_depth = 5,
    /// The greatest depth of reverse futility pruning,
    reverse_depth = 7,
    /// and its margin for each ply.
    reverse_ply = 100,
    /// The greatest depth of razoring; 0 for none,
    razor_depth = 0,
    /// and its margin at depth 0,
    razor_base = 200,
    /// and for each ply squared.
    razor_ply = 200,
    /// The reduction of a null move,
    null_base = 3,
    /// one ply more for every so many plies,
    null_ply = 4,
    /// and for every so much that the evaluation is above beta,
    null_surplus = 200,
    /// but at most so many.
    null_most = 3,
    /// How far below beta the evaluation may be for a null move, for each ply of depth, less 4.
    null_below = 0,
    /// No null move where the table says that the score is below beta.
    null_table = 0,
    /// From this depth on a null move is verified.
    null_verified = 99,
    /// The least depth of a cutoff by probing captures; 0 for none,
    probcut_depth = 0,
    /// and how far above beta the captures must be.
    probcut_margin = 200,
    /// The least depth for a singular extension,
    singular_depth = 7,
    /// its margin for each ply, in eighths of a centipawn,
    singular_margin = 16,
    /// and how far below that all others must be for two plies; 0 for one ply only.
    singular_double = 0,
    /// The best action of the table is reduced where it is good, but not singular.
    singular_negative = 0,
    /// The least depth of an internal iterative reduction.
    internal_depth = 4,
    /// What the evaluation was wrong by in like positions corrects it.
    correction = 1,
    /// Captures have a history.
    capture_history = 4,
    /// Quiet actions lose history when a capture cuts off.
    quiet_malus = 1,
    /// An action of the table that cuts off gains history.
    table_history = 1,
    /// The opponent's quiet action gains history where nothing is found against it.
    prior_history = 50,
    /// History of the action four plies before.
    far_history = 0,
    /// The most that one cutoff adds to history.
    history_most = 2_000,
    /// What each ply of depth adds.
    history_linear = 32,
    /// What depth squared adds.
    history_square = 16,
    /// Quiescence begins with the best action of the table.
    quiescence_table = 1,
    /// Quiescence takes the score of the table for the better evaluation.
    quiescence_bound = 1,
    /// The weight of what a quiet action looks like beside its history.
    look = 8,
}

thread_local! {
    static OVERRIDE: Cell<Option<&'static Parameters>> = const { Cell::new(None) };
}

/// The parameters in use on this thread, if they are not those of the game.
pub(super) fn overriding() -> Option<&'static Parameters> {
    OVERRIDE.get()
}

/// Runs `work` with other parameters, on this thread: for experiments.
pub fn with_parameters<R>(parameters: &'static Parameters, work: impl FnOnce() -> R) -> R {
    let before = OVERRIDE.replace(Some(parameters));
    let result = work();
    OVERRIDE.set(before);
    result
}

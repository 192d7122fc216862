//! The tunable parameters of the search. A game can have values of its own.

use std::cell::Cell;

macro_rules! parameters {
    ($($(#[$doc:meta])+ $name:ident = $value:expr,)*) => {
        /// The tunable parameters of the search. Unless a comment says otherwise, margins are in percent of the game's
        /// [`FUTILITY_MARGIN`](crate::playable::Searchable::FUTILITY_MARGIN), late move reductions are in 1024ths of a ply, and
        /// switches are 1 for on and 0 for off.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Parameters {
            $($(#[$doc])+ pub $name: i32,)*
        }

        impl Parameters {
            /// The defaults for all games.
            pub const COMMON: Parameters = Parameters { $($name: $value,)* };

            /// The parameter of this name.
            #[must_use]
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// Sets a parameter by name. Returns whether there is one of that name.
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
    /// Chess: larger reductions in cut nodes and after null moves, and none with kings and pawns alone or against a bare king.
    pub const CHESS: Parameters = Parameters {
        reduction_cut: 1_024,
        reduction_sharp: 0,
        null_base: 4,
        null_ply: 3,
        ..Parameters::NEARLY_CHESS
    };

    /// Games that are nearly chess: no fixed limit on quiet actions, and an earlier late move count.
    pub const NEARLY_CHESS: Parameters = Parameters {
        quiet_cap: 0,
        late_percent: 60,
        ..Parameters::COMMON
    };

    /// Hidden960. Many ways to reveal a man have nearly the same score, so the best root action often changes by a small margin.
    pub const HIDDEN960: Parameters = Parameters {
        rising: 1,
        ..Parameters::COMMON
    };

    /// Games for which the newer techniques have not been measured: all of them are off.
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
    /// Check extensions: 0 for none, 1 for all checks, 2 in PV nodes only, 3 for checks by a man that is safe.
    check_extension = 1,
    /// Late move reductions at the root.
    root_reduction = 1,
    /// Where several root actions get exact scores, an action that fails high is searched again in a window that ends a little above its
    /// score, not in an open one.
    rising = 0,
    /// The game's limit on quiet actions at each depth applies.
    quiet_cap = 1,
    /// Minimum depth for late move reductions.
    reduction_depth = 2,
    /// Constant term of the late move reduction.
    reduction_base = 700,
    /// Factor of log2(depth) · log2(move number) in the late move reduction, in thousandths.
    reduction_growth = 875,
    /// Added to the reduction if the position is not improving.
    reduction_improving = 700,
    /// Subtracted from the reduction in PV nodes.
    reduction_pv = 1024,
    /// Added to the reduction in expected cut nodes.
    reduction_cut = 0,
    /// Added to the reduction if the tt action is a capture.
    reduction_capture = 0,
    /// Subtracted from the reduction for actions that leave the opponent no free choice, such as checks.
    reduction_forcing = 0,
    /// Late move reductions where something is at stake that the static evaluation cannot judge.
    reduction_sharp = 1,
    /// Divisor of the history score that is subtracted from the reduction.
    reduction_history = 12,
    /// A reduced search that beats the best score by this much is repeated one ply deeper, in centipawns; 0 for never.
    deeper = 0,
    /// Late move count: at depth d, `late_base` + d² quiet actions are searched, twice as many if improving.
    late_base = 4,
    /// Scale of the late move count, in percent.
    late_percent = 100,
    /// Late quiet actions are pruned in PV nodes as well.
    late_in_pv = 0,
    /// Maximum depth for futility, history and SEE pruning of quiet actions.
    futility_depth = 6,
    /// Futility margin at depth 0.
    futility_base = 100,
    /// Futility margin for each ply of depth.
    futility_ply = 100,
    /// Futility, history and SEE pruning of quiet actions use the depth after late move reductions.
    reduced_depth = 0,
    /// History pruning: a quiet action with a history below minus this, times depth, is pruned.
    history_ply = 2_500,
    /// SEE pruning: the loss allowed for quiet actions, in centipawns times depth squared.
    see_quiet = 30,
    /// SEE pruning: the loss allowed for captures, in centipawns times depth.
    see_capture = 90,
    /// Maximum depth for SEE pruning of captures.
    see_depth = 5,
    /// Maximum depth for reverse futility pruning.
    reverse_depth = 7,
    /// Reverse futility margin for each ply of depth.
    reverse_ply = 100,
    /// Maximum depth for razoring; 0 for none.
    razor_depth = 0,
    /// Razoring margin at depth 0.
    razor_base = 200,
    /// Razoring margin, times depth squared.
    razor_ply = 200,
    /// Null move reduction at depth 0, in plies.
    null_base = 3,
    /// Plies of depth for each further ply of null move reduction.
    null_ply = 4,
    /// Margin above beta for each further ply of null move reduction.
    null_surplus = 200,
    /// Maximum number of plies that are added for the margin above beta.
    null_most = 3,
    /// A null move is tried while the static evaluation is at most this margin below beta, for each ply of depth beyond 4.
    null_below = 0,
    /// No null move if the tt score is an upper bound below beta.
    null_table = 0,
    /// Minimum depth at which a null move cutoff is verified.
    null_verified = 99,
    /// Minimum depth for ProbCut; 0 for none.
    probcut_depth = 0,
    /// ProbCut margin above beta.
    probcut_margin = 200,
    /// Minimum depth for a singular extension.
    singular_depth = 7,
    /// Singular margin for each ply of depth, in eighths of a centipawn.
    singular_margin = 16,
    /// Further margin for a double extension, in centipawns; 0 for no double extensions.
    singular_double = 0,
    /// Negative extension of the tt action if it is not singular and a fail high is expected.
    singular_negative = 0,
    /// Minimum depth for an internal iterative reduction.
    internal_depth = 4,
    /// Correction history adjusts the static evaluation.
    correction = 1,
    /// Weight of capture history in ordering, in sixteenths; 0 for none.
    capture_history = 4,
    /// Quiet actions get a malus if a capture causes the cutoff.
    quiet_malus = 1,
    /// The tt action gets a history bonus when its entry causes a cutoff.
    table_history = 1,
    /// Bonus for the opponent's quiet action before a node that fails low, in percent of the history bonus.
    prior_history = 50,
    /// Maximum history bonus of one cutoff.
    history_most = 2_000,
    /// Linear term of the history bonus, times depth.
    history_linear = 32,
    /// Quadratic term of the history bonus, times depth squared.
    history_square = 16,
    /// Quiescence searches the tt action first.
    quiescence_table = 1,
    /// Quiescence improves the stand-pat score by the tt score.
    quiescence_bound = 1,
    /// Weight of the static ordering score relative to history, in the ordering of quiet actions.
    look = 8,
}

thread_local! {
    static OVERRIDE: Cell<Option<&'static Parameters>> = const { Cell::new(None) };
}

/// The parameters of this thread, if they override those of the game.
pub(super) fn overriding() -> Option<&'static Parameters> {
    OVERRIDE.get()
}

/// Runs `work` with other parameters on this thread, for experiments.
pub fn with_parameters<R>(parameters: &'static Parameters, work: impl FnOnce() -> R) -> R {
    let before = OVERRIDE.replace(Some(parameters));
    let result = work();
    OVERRIDE.set(before);
    result
}

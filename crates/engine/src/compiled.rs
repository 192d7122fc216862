//! The search, compiled for a game by one line in the `mod.rs` of its folder.

macro_rules! compiled {
    ($Game:ty) => {
        impl $crate::engine::Compiled for $Game {
            fn think_about(
                engine: &mut $crate::engine::Engine<Self>,
                known: &$crate::information_set::InformationSet<Self>,
                position: Option<Self>,
                only: &[Self::Action],
                options: &$crate::options::SearchOptions,
                report: &mut dyn FnMut(&$crate::report::Report<Self>),
                sample: Option<&mut $crate::position_sample::PositionSample<Self>>,
            ) -> Option<$crate::report::SearchResult<Self>> {
                engine.think_about(known, position, only, options, report, sample)
            }
        }
    };
}

pub(crate) use compiled;

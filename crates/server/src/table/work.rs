//! A count of replayed actions. Tests measure work by it, where a clock would measure how busy the machine is.

/// Notes that this many actions are replayed where this is called.
#[cfg(not(test))]
pub(super) fn replays(_actions: usize) {}

#[cfg(test)]
pub(super) fn replays(actions: usize) {
    REPLAYED.set(REPLAYED.get() + actions);
}

#[cfg(test)]
thread_local! {
    static REPLAYED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// The number of actions played again on this thread so far.
#[cfg(test)]
pub(super) fn replayed() -> usize {
    REPLAYED.get()
}

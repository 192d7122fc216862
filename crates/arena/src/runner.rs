//! The one runner of matches and tuning: numbered jobs on several threads, with their results in order.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// Runs the jobs `0..count` on `threads` threads; 0 counts as 1. Each thread makes a worker, which does one job after
/// the other until `work` returns `None`. `take` receives the results in the order of their numbers, regardless of the number of
/// threads. If it breaks, `stop` is set; once `stop` is set, no further job begins. After a stop from outside, results that are already
/// complete but out of order are passed to `take` last; jobs that are not complete are dropped.
///
/// # Errors
/// Those of `make`.
pub(crate) fn run<W, T, E>(
    count: u64,
    threads: usize,
    stop: &AtomicBool,
    make: impl Fn() -> Result<W, E> + Sync,
    work: impl Fn(&mut W, u64) -> Option<T> + Sync,
    mut take: impl FnMut(T) -> ControlFlow<()>,
) -> Result<(), E>
where
    T: Send,
    E: Send,
{
    let next = AtomicU64::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        // More threads than jobs would have nothing to do.
        let most = usize::try_from(count).unwrap_or(usize::MAX);
        for _ in 0..threads.min(most).max(1) {
            let sender = sender.clone();
            let (next, make, work) = (&next, &make, &work);
            scope.spawn(move || {
                let mut worker = match make() {
                    Ok(worker) => worker,
                    Err(error) => return drop(sender.send(Err(error))),
                };
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count || stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let Some(result) = work(&mut worker, number) else {
                        return;
                    };
                    if sender.send(Ok((number, result))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: HashMap<u64, T> = HashMap::new();
        let mut due = 0;
        for message in receiver {
            let (number, result) = match message {
                Ok(done) => done,
                Err(error) => {
                    stop.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            };
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&due) {
                due += 1;
                if take(result).is_break() {
                    stop.store(true, Ordering::Relaxed);
                    return Ok(());
                }
            }
        }
        let mut rest: Vec<(u64, T)> = waiting.into_iter().collect();
        rest.sort_unstable_by_key(|(number, _)| *number);
        for (_, result) in rest {
            if take(result).is_break() {
                break;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(threads: usize, most: usize) -> Vec<u64> {
        let mut all = Vec::new();
        let stop = AtomicBool::new(false);
        let make = || Ok::<(), std::convert::Infallible>(());
        let work = |_: &mut (), number| Some(number * number);
        let result = run(20, threads, &stop, make, work, |square| {
            all.push(square);
            if all.len() == most {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!(result, Ok(()));
        all
    }

    #[test]
    fn results_come_in_order_whatever_the_number_of_threads() {
        let expected: Vec<u64> = (0..20).map(|number| number * number).collect();
        assert_eq!(squares(1, 99), expected);
        assert_eq!(squares(4, 99), expected);
        assert_eq!(squares(4, 7), expected[..7]);
    }

    #[test]
    fn an_error_of_a_worker_ends_the_run() {
        let stop = AtomicBool::new(false);
        let result = run(
            5,
            2,
            &stop,
            || Err::<(), _>("no worker"),
            |(), _| Some(0),
            |_| ControlFlow::Continue(()),
        );
        assert_eq!(result, Err("no worker"));
        assert!(stop.load(Ordering::Relaxed));
    }
}

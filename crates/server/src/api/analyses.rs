//! Waiting for the results of analyses by the engine.

use std::sync::atomic::AtomicBool;

use tokio::sync::oneshot;

use crate::api::problem::{Code, Problem};
use crate::engine_pool::Customer;
use crate::services::Services;
use crate::table::error::TableError;

/// Queues work for the engine behind earlier analyses and waits for its result. If the request is dropped or the server stops, the work
/// is cancelled; a partial result is never returned as a complete one.
///
/// # Errors
/// The queue is full or has work of the same customer, or the server stops.
pub(in crate::api) async fn work_out<T: Send + 'static>(
    services: &Services,
    customer: Customer,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> Result<T, Problem> {
    let (reply, answer) = oneshot::channel();
    let work = Box::new(move |stop: &AtomicBool| drop(reply.send(work(stop))));
    let _ticket = services.engine.analyse(customer, work).ok_or_else(|| {
        Problem::new(
            Code::TooMany,
            "Another analysis of yours is still waiting, or the queue is full. Try again later.",
        )
    })?;
    tokio::select! {
        answer = answer => answer.map_err(|_| TableError::Busy.into()),
        () = services.stopping() => Err(TableError::Stopping.into()),
    }
}

//! Waiting for what the engine is asked to work out.

use std::sync::atomic::AtomicBool;

use tokio::sync::oneshot;

use crate::api::problem::{Code, Problem};
use crate::engine_pool::Customer;
use crate::services::Services;
use crate::table::error::TableError;

/// Has something worked out behind the analyses that were asked for before. If the request is dropped or the server stops, it is
/// cancelled; half an answer is never taken for a whole one.
///
/// # Errors
/// Too much waits already, or the server stops.
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

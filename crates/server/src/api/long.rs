//! Answers that can be long: texts that are sent in parts.

use std::convert::Infallible;
use std::net::IpAddr;

use axum::body::Body;
use bytes::Bytes;
use futures_util::stream;

use super::context::Context;
use super::limits::StreamPlace;
use super::problem::Problem;

/// Up to this many bytes a text is an answer like any other. A longer one stays in memory until it is read, so it takes the place of a
/// stream, of which there are few, and one for each client.
const LONG: usize = 512 * 1024;
/// Bytes passed on at once.
const PART: usize = 64 * 1024;

/// A long text that is being sent.
struct Long {
    left: Bytes,
    _place: StreamPlace,
}

/// The body of an answer.
pub(super) fn long(context: &Context, client: IpAddr, text: String) -> Result<Body, Problem> {
    if text.len() <= LONG {
        return Ok(text.into());
    }
    let long = Long {
        left: text.into(),
        _place: context.limits.stream(client)?,
    };
    let parts = stream::unfold(long, |mut long| async {
        if long.left.is_empty() {
            return None;
        }
        let part = long.left.split_to(PART.min(long.left.len()));
        Some((Ok::<_, Infallible>(part), long))
    });
    Ok(Body::from_stream(parts))
}

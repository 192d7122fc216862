//! Health and metrics.

use std::sync::OnceLock;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

use super::context::Context;

/// The recorder of all metrics. There is one in a process; several servers (in tests) share it.
fn prometheus() -> PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE
        .get_or_init(|| {
            const SECONDS: [f64; 11] = [
                0.001, 0.002, 0.003, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0,
            ];
            const EVENTS: [f64; 7] = [1.0, 2.0, 5.0, 10.0, 50.0, 100.0, 500.0];
            let builder = PrometheusBuilder::new();
            let builder = builder
                .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)
                .and_then(|builder| {
                    builder.set_buckets_for_metric(Matcher::Suffix("_events".to_owned()), &EVENTS)
                })
                .unwrap_or_else(|_| PrometheusBuilder::new());
            let recorder = builder.build_recorder();
            let handle = recorder.handle();
            // Another recorder may be there already; then this one stays empty.
            let _ = metrics::set_global_recorder(recorder);
            describe();
            handle
        })
        .clone()
}

fn describe() {
    metrics::describe_counter!("manifold_events_total", "Events stored.");
    metrics::describe_counter!("manifold_games_created_total", "Games made.");
    metrics::describe_counter!(
        "manifold_refused_total",
        "Requests of players refused, by code."
    );
    metrics::describe_counter!(
        "manifold_readers_cut_total",
        "Sockets cut because they read too slowly."
    );
    metrics::describe_counter!("manifold_requests_total", "HTTP requests of the API.");
    metrics::describe_counter!(
        "manifold_streamed_games_total",
        "Games sent in streams of the archive."
    );
    metrics::describe_counter!("manifold_mails_total", "Mails, by what became of them.");
    metrics::describe_counter!(
        "manifold_pushes_total",
        "Push messages, by what became of them."
    );
    metrics::describe_gauge!("manifold_live_games", "Games in memory.");
    metrics::describe_gauge!("manifold_connections", "Open connections.");
    metrics::describe_counter!(
        "manifold_connections_cut_total",
        "Connections closed or refused, by reason."
    );
    metrics::describe_gauge!("manifold_sockets", "Open sockets.");
    metrics::describe_gauge!("manifold_engine_waiting", "Work that waits for the engine.");
    metrics::describe_histogram!(
        "manifold_engine_seconds",
        "Time for one decision of the engine."
    );
    metrics::describe_histogram!(
        "manifold_table_busy_seconds",
        "Time of a processor that a game has used without letting others work."
    );
    metrics::describe_histogram!("manifold_store_commit_seconds", "Time for one transaction.");
    metrics::describe_histogram!("manifold_store_batch_events", "Events in one transaction.");
}

/// The health check: whether actions can be stored.
pub(super) async fn health(State(context): State<Context>) -> impl IntoResponse {
    match context.registry.is_healthy().await {
        true => (StatusCode::OK, "ok\n"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "nothing can be stored\n"),
    }
}

/// The metrics in Prometheus's text format, served on an address of their own, as they reveal how long the server works on games.
pub(crate) fn metrics_router() -> Router {
    let handle = prometheus();
    let show = async move || {
        handle.run_upkeep();
        let kind = "text/plain; version=0.0.4; charset=utf-8";
        ([(header::CONTENT_TYPE, kind)], handle.render())
    };
    Router::new().route("/metrics", get(show))
}

/// The OpenAPI document.
pub(super) async fn openapi(State(context): State<Context>, headers: HeaderMap) -> Response {
    context.document.answer(&headers)
}

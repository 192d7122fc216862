//! The description of the API.

use utoipa::OpenApi;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::schema::AdditionalProperties;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{self, RefOr, Schema};

use super::archive::stream::ArchiveLine;
use super::events::{EventCommand, EventLine};
use super::feed::{FeedMessage, FeedRequest};
use super::lobby::{LobbyMessage, LobbyRequest};
use super::messages::{ClientMessage, ServerMessage};
use super::problem::Problem;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Manifold",
        description = "Play Hyperspace Chess, Time Traveler's Chess, Hidden960, DMChess and chess. \
            Live games speak over a WebSocket; its messages are the schemas ClientMessage and ServerMessage. \
            Opponents are found in the lobby, over another one: LobbyRequest and LobbyMessage. \
            What concerns a player is told on a third: FeedRequest and FeedMessage.",
        license(name = "GPL-3.0-or-later", identifier = "GPL-3.0-or-later"),
    ),
    components(
        schemas(
            ClientMessage,
            ServerMessage,
            LobbyRequest,
            LobbyMessage,
            ArchiveLine,
            EventCommand,
            EventLine,
            FeedRequest,
            FeedMessage,
            Problem
        ),
        responses(Problem)
    )
)]
pub(super) struct Document;

/// Schemas with several alternatives (`oneOf`) that clients send, in which unknown members are refused.
const STRICT: [&str; 12] = [
    "AppealDecision",
    "ChatWords",
    "ClientMessage",
    "ClockChoice",
    "EventCommand",
    "EventControl",
    "EventFormat",
    "EventSchedule",
    "FeedRequest",
    "LobbyRequest",
    "Opponent",
    "RulingOutcome",
];

/// Completes the document that was generated from the routes.
pub(super) fn complete(mut document: openapi::OpenApi) -> openapi::OpenApi {
    // The paths of the document are relative to this root.
    document.servers = Some(vec![openapi::Server::new("/api/v1")]);
    let schemas = document
        .components
        .as_mut()
        .map(|components| &mut components.schemas);
    for (_, schema) in schemas
        .into_iter()
        .flatten()
        .filter(|(name, _)| STRICT.contains(&name.as_str()))
    {
        refuse_unknown_members(schema);
    }
    let operations = document.paths.paths.values_mut().flat_map(operations);
    operations.for_each(may_meet_a_bad_token);
    let bearer = Http::builder()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("A token of the account page."))
        .build();
    if let Some(components) = &mut document.components {
        components.add_security_scheme(TOKEN, SecurityScheme::Http(bearer));
    }
    document
}

/// The name of the security scheme for programs' tokens.
const TOKEN: &str = "token";

fn operations(path: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem {
        get,
        put,
        post,
        delete,
        ..
    } = path;
    [get, put, post, delete].into_iter().flatten()
}

/// Adds the two ways in which a request with a token can fail: the token is wrong, or it lacks a scope.
fn may_meet_a_bad_token(operation: &mut Operation) {
    for status in ["401", "403"] {
        let problem = openapi::Ref::from_response_name("Problem");
        let responses = &mut operation.responses.responses;
        responses
            .entry(status.to_owned())
            .or_insert(RefOr::Ref(problem));
    }
}

/// States that each alternative has no other members, which the derived schema leaves out.
fn refuse_unknown_members(schema: &mut RefOr<Schema>) {
    match schema {
        RefOr::T(Schema::OneOf(shapes)) => {
            shapes.items.iter_mut().for_each(refuse_unknown_members);
        }
        RefOr::T(Schema::Object(shape)) => {
            let none = AdditionalProperties::FreeForm(false);
            shape.additional_properties = Some(Box::new(none));
        }
        _ => {}
    }
}

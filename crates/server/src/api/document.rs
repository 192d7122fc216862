//! The description of the API.

use utoipa::OpenApi;
use utoipa::openapi::schema::AdditionalProperties;
use utoipa::openapi::{self, RefOr, Schema};

use super::lobby::{LobbyMessage, LobbyRequest};
use super::messages::{ClientMessage, ServerMessage};
use super::problem::Problem;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Manifold",
        description = "Play Hyperspace Chess, Time Traveler's Chess, Hidden960 and DMChess. \
            Live games speak over a WebSocket; its messages are the schemas ClientMessage and ServerMessage. \
            Opponents are found in the lobby, over another one: LobbyRequest and LobbyMessage.",
        license(name = "GPL-3.0-or-later", identifier = "GPL-3.0-or-later"),
    ),
    components(
        schemas(ClientMessage, ServerMessage, LobbyRequest, LobbyMessage, Problem),
        responses(Problem)
    )
)]
pub(super) struct Document;

/// What clients send in one of several shapes, in which unknown members are refused.
const STRICT: [&str; 5] = [
    "ChatWords",
    "ClientMessage",
    "ClockChoice",
    "LobbyRequest",
    "Opponent",
];

/// The description as it is told, of the one that the routes have made.
pub(super) fn complete(mut document: openapi::OpenApi) -> openapi::OpenApi {
    // The paths of the document are those under the root of the server.
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
    document
}

/// Says of each shape that it has no other members: the derived description leaves that out.
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

//! Bodies, paths and queries, with problems instead of bare rejections.

use std::fmt;
use std::marker::PhantomData;

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use manifold_rules::error::NotationError;
use manifold_rules::variant::VariantId;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use utoipa::IntoParams;
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};

use super::objects;
use super::problem::{Code, Problem, sentence};
use crate::display_name::{PlainError, plain};
use crate::ids::GameId;

/// A body in JSON, which must be an object.
pub(super) struct Json<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Json<T>, Problem> {
        let axum::Json(Object(body)) = axum::Json::from_request(request, state).await?;
        Ok(Json(body))
    }
}

/// A value that is read only from an object, as are all structs in it.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<T>, D::Error> {
        deserializer.deserialize_map(Members(PhantomData))
    }
}

/// Reads the members of an object.
struct Members<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Members<T> {
    type Value = Object<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Object<T>, A::Error> {
        objects::read(MapAccessDeserializer::new(members)).map(Object)
    }
}

/// The parameters of a path.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Problem))]
pub(super) struct Path<T>(pub(super) T);

/// The path of a game.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct GamePath {
    /// The game's identifier.
    #[param(value_type = String, pattern = "^[A-Za-z0-9]{12}$")]
    pub(crate) id: GameId,
}

/// The parameters of a query.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Problem))]
pub(super) struct Query<T>(pub(super) T);

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Problem {
        let code = match rejection.status().as_u16() {
            413 => Code::TooLarge,
            _ => Code::Unreadable,
        };
        Problem::new(code, sentence(&rejection.body_text()))
    }
}

impl From<PathRejection> for Problem {
    fn from(_: PathRejection) -> Problem {
        Problem::new(Code::NotFound, "There is nothing with this address.")
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Problem {
        Problem::new(Code::Unreadable, sentence(&rejection.body_text()))
    }
}

/// The variant that a request names.
pub(super) fn read_variant(text: &str) -> Result<VariantId, Problem> {
    text.parse().map_err(|error: NotationError| {
        Problem::new(Code::Unreadable, sentence(&error.to_string())).of("variant")
    })
}

/// Checks that the variant has the starting position that a request names.
pub(super) fn check_start(variant: VariantId, number: u32) -> Result<(), Problem> {
    let detail = match variant.starts() {
        starts if number < starts => return Ok(()),
        1 => format!("{} has only one starting position.", variant.name()),
        starts => format!(
            "The starting positions of {} are numbered 0 to {}.",
            variant.name(),
            starts - 1
        ),
    };
    Err(Problem::new(Code::Invalid, detail).of("start"))
}

/// A text written by people: invisible characters are refused, and white space becomes single spaces. It may be empty.
pub(super) fn plain_text(text: &str, longest: usize, field: &str) -> Result<String, Problem> {
    plain(text, longest).map_err(|error| {
        let detail = match error {
            PlainError::Length => format!("At most {longest} characters are allowed."),
            PlainError::Invisible => "Invisible characters are not allowed.".to_owned(),
            PlainError::Marks => "There are too many accents on one letter.".to_owned(),
        };
        Problem::new(Code::Invalid, detail).of(field)
    })
}

/// The name of a variant, for the description of the API.
pub(super) fn variant_schema() -> RefOr<Schema> {
    let names: Vec<&str> = VariantId::all().into_iter().map(VariantId::id).collect();
    ObjectBuilder::new()
        .schema_type(SchemaType::Type(Type::String))
        .description(Some("What is played, such as `hyperspace:open`."))
        .pattern(Some(format!("^({})$", names.join("|"))))
        .into()
}

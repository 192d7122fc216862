//! How views name squares, colours and roles in JSON: functions for serde's `serialize_with`.

use serde::{Serialize, Serializer};

use super::{Bitboard, Color, Role, Square, color_name, role_name};

pub(crate) fn color<S: Serializer>(color: &Color, serializer: S) -> Result<S::Ok, S::Error> {
    color_name(*color).serialize(serializer)
}

pub(crate) fn optional_color<S: Serializer>(
    color: &Option<Color>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    color.map(color_name).serialize(serializer)
}

pub(crate) fn square<S: Serializer>(square: &Square, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(square)
}

pub(crate) fn optional_square<S: Serializer>(
    square: &Option<Square>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    square
        .map(|square| square.to_string())
        .serialize(serializer)
}

pub(crate) fn squares<S: Serializer>(squares: &[Square], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(squares.iter().map(Square::to_string))
}

pub(crate) fn set<S: Serializer>(squares: &Bitboard, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(squares.into_iter().map(|square| square.to_string()))
}

pub(crate) fn role<S: Serializer>(role: &Role, serializer: S) -> Result<S::Ok, S::Error> {
    role_name(*role).serialize(serializer)
}

pub(crate) fn optional_role<S: Serializer>(
    role: &Option<Role>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    role.map(role_name).serialize(serializer)
}

pub(crate) fn roles<S: Serializer>(roles: &[Role], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(roles.iter().copied().map(role_name))
}

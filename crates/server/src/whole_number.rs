//! Whole numbers as JSON has them: `12`, and also `12.0`, which JSON Schema takes for the same.

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Number;

/// The largest that the description of the API allows where it gives no other bound: that of `int64`.
const LARGEST: u64 = i64::MAX as u64;
/// The bound below which `f64` represents every whole number exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Reads a whole number.
pub(crate) fn whole<'de, T: TryFrom<u64>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    read(&Number::deserialize(deserializer)?)
}

/// Reads a whole number that may be null.
pub(crate) fn whole_or_null<'de, T: TryFrom<u64>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let number: Option<Number> = Option::deserialize(deserializer)?;
    number.as_ref().map(read).transpose()
}

/// Reads a whole number of a query.
pub(crate) fn whole_in_query<'de, T: TryFrom<u64>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let number: Number = text.parse().map_err(D::Error::custom)?;
    read(&number).map(Some)
}

fn read<T: TryFrom<u64>, E: Error>(number: &Number) -> Result<T, E> {
    let float = || {
        let float = number.as_f64()?;
        let is_whole = float.fract() == 0.0 && (0.0..EXACT).contains(&float);
        is_whole.then_some(float as u64)
    };
    number
        .as_u64()
        .or_else(float)
        .filter(|number| *number <= LARGEST)
        .and_then(|number| T::try_from(number).ok())
        .ok_or_else(|| E::custom(format_args!("{number} is not a whole number in range")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    struct Request {
        #[serde(deserialize_with = "whole")]
        n: u8,
        #[serde(default, deserialize_with = "whole_or_null")]
        m: Option<u32>,
        #[serde(default, deserialize_with = "whole_or_null")]
        l: Option<u64>,
    }

    #[test]
    fn numbers_end_where_the_description_of_the_api_ends_them() {
        for (text, expected) in [
            (r#"{"n": 0, "l": 9223372036854775807}"#, Some(LARGEST)),
            (r#"{"n": 0, "l": 9223372036854775808}"#, None),
        ] {
            let read: Option<Request> = serde_json::from_str(text).ok();
            assert_eq!(read.and_then(|read| read.l), expected, "{text}");
        }
    }

    #[test]
    fn whole_numbers_are_read_however_they_are_written() {
        for (text, expected) in [
            (r#"{"n": 12}"#, Some((12, None))),
            (r#"{"n": 12.0, "m": 1e3}"#, Some((12, Some(1_000)))),
            (r#"{"n": 0, "m": null}"#, Some((0, None))),
            (r#"{"n": 256}"#, None),
            (r#"{"n": -1}"#, None),
            (r#"{"n": 1.5}"#, None),
            (r#"{"n": "1"}"#, None),
            (r#"{"n": 1, "m": 1e300}"#, None),
        ] {
            let read: Option<Request> = serde_json::from_str(text).ok();
            assert_eq!(read.map(|read| (read.n, read.m)), expected, "{text}");
        }
    }
}

//! Reads structs only from objects, at every depth. Serde also accepts an array of the field values for a struct, which the OpenAPI
//! document does not allow.

use std::fmt;

use serde::Deserialize;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};

const EXPECTED: &str = "an object";

/// Reads a text in JSON.
pub(super) fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> serde_json::Result<T> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = read(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// Reads a value. Enums with a tag read their members without this module: a field of one that has structs in it needs the attribute
/// `deserialize_with` with this function.
pub(super) fn read<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    T::deserialize(Objects(deserializer))
}

/// A deserializer, or what it gives access to: refuses an array in place of an object in everything that is read from it.
struct Objects<D>(D);

/// Forwards the visits that need no check, of values that are no arrays in place of an object.
macro_rules! pass_on {
    ($($method:ident($($argument:ident: $type:ty),*))*) => {
        $(fn $method<R: Error>(self $(, $argument: $type)*) -> Result<V::Value, R> {
            self.0.$method($($argument),*)
        })*
    };
}

/// Forwards to the wrapped deserializer: reads a value as without this module.
macro_rules! read_plainly {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.0.$method(visitor)
        })*
    };
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Objects<D> {
    type Error = D::Error;

    // Maps among them: their members have no shape that is known here.
    read_plainly! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 deserialize_f32 deserialize_f64
        deserialize_char deserialize_str deserialize_string deserialize_bytes deserialize_byte_buf deserialize_unit
        deserialize_map deserialize_identifier deserialize_ignored_any
    }

    /// Called by enums with a tag and by numbers, which are never arrays.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(Tagged(visitor))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_struct(name, fields, Struct(visitor))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_option(Parts(visitor))
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_unit_struct(name, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_newtype_struct(name, Parts(visitor))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_seq(Parts(visitor))
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_tuple(length, Parts(visitor))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0
            .deserialize_tuple_struct(name, length, Parts(visitor))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_enum(name, variants, Parts(visitor))
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

/// Reads the members of a struct.
struct Struct<V>(V);

impl<'de, V: Visitor<'de>> Visitor<'de> for Struct<V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(EXPECTED)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(Objects(members))
    }
}

/// Reads a self-describing value, such as an enum with a tag.
struct Tagged<V>(V);

impl<'de, V: Visitor<'de>> Visitor<'de> for Tagged<V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(formatter)
    }

    pass_on! {
        visit_bool(value: bool) visit_i64(value: i64) visit_i128(value: i128) visit_u64(value: u64) visit_u128(value: u128)
        visit_f64(value: f64) visit_char(value: char) visit_str(value: &str) visit_borrowed_str(value: &'de str)
        visit_string(value: String) visit_unit() visit_none()
    }

    fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<V::Value, A::Error> {
        Err(A::Error::invalid_type(Unexpected::Seq, &EXPECTED))
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(members)
    }
}

/// Reads a value that has others in it.
struct Parts<V>(V);

impl<'de, V: Visitor<'de>> Visitor<'de> for Parts<V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(formatter)
    }

    pass_on! { visit_unit() visit_none() }

    fn visit_some<D: Deserializer<'de>>(self, value: D) -> Result<V::Value, D::Error> {
        self.0.visit_some(Objects(value))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, value: D) -> Result<V::Value, D::Error> {
        self.0.visit_newtype_struct(Objects(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, values: A) -> Result<V::Value, A::Error> {
        self.0.visit_seq(Objects(values))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, variant: A) -> Result<V::Value, A::Error> {
        self.0.visit_enum(Objects(variant))
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Objects<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        self.0.next_key_seed(seed)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, A::Error> {
        self.0.next_value_seed(Objects(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Objects<A> {
    type Error = A::Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, A::Error> {
        self.0.next_element_seed(Objects(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, T: DeserializeSeed<'de>> DeserializeSeed<'de> for Objects<T> {
    type Value = T::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T::Value, D::Error> {
        self.0.deserialize(Objects(deserializer))
    }
}

impl<'de, A: EnumAccess<'de>> EnumAccess<'de> for Objects<A> {
    type Error = A::Error;
    type Variant = Objects<A::Variant>;

    fn variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<(T::Value, Objects<A::Variant>), A::Error> {
        let (name, content) = self.0.variant_seed(seed)?;
        Ok((name, Objects(content)))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Objects<A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.0.unit_variant()
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, A::Error> {
        self.0.newtype_variant_seed(Objects(seed))
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0.tuple_variant(length, Parts(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0.struct_variant(fields, Struct(visitor))
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::de::DeserializeOwned;
    use serde_json::{Map, Number, Value};

    use super::*;

    #[derive(Debug, Clone, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Point {
        x: Number,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Whole {
        #[serde(default)]
        perhaps: Option<Point>,
        #[serde(default)]
        list: Vec<Point>,
        #[serde(default)]
        pair: Option<(u8, Point)>,
        #[serde(default)]
        named: Option<Named>,
        #[serde(default)]
        tagged: Option<Box<Tag>>,
        #[serde(default)]
        free: Map<String, Value>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Named {
        Plain,
        Of(Point),
        Two(u8, Point),
        Struct { x: u8 },
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
    enum Tag {
        Empty {},
        Points {
            #[serde(deserialize_with = "read")]
            points: Vec<Point>,
            #[serde(default, deserialize_with = "read")]
            inner: Option<Box<Tag>>,
        },
    }

    const GOOD: [&str; 9] = [
        r#"{"perhaps": {"x": 12345678901234567890}}"#,
        r#"{"perhaps": null, "list": [{"x": 1}, {"x": -1.50}]}"#,
        r#"{"pair": [1, {"x": 1e300}]}"#,
        r#"{"named": "plain"}"#,
        r#"{"named": {"of": {"x": 0}}}"#,
        r#"{"named": {"two": [1, {"x": 0}]}}"#,
        r#"{"named": {"struct": {"x": 5}}}"#,
        r#"{"tagged": {"points": [{"x": 0}], "kind": "points", "inner": {"kind": "empty"}}}"#,
        r#"{"free": {"list": [[1], {"a": [true, null, "b", 1.5]}]}}"#,
    ];

    #[test]
    fn all_else_is_read_as_without_this_module() {
        for text in GOOD {
            let expected: Whole = serde_json::from_str(text).expect(text);
            assert_eq!(from_str::<Whole>(text).expect(text), expected);
        }
    }

    #[test]
    fn an_array_is_no_object_at_any_depth() {
        for (text, column) in [
            ("[null]", 1),
            (r#"{"perhaps": [1]}"#, 13),
            (r#"{"list": [{"x": 1}, [2]]}"#, 21),
            (r#"{"pair": [1, [2]]}"#, 14),
            (r#"{"named": {"of": [2]}}"#, 18),
            (r#"{"named": {"two": [1, [2]]}}"#, 23),
            (r#"{"named": {"struct": [2]}}"#, 22),
            (r#"{"tagged": ["empty"]}"#, 12),
        ] {
            let lenient = serde_json::from_str::<Whole>(text);
            assert!(lenient.is_ok(), "{text}: {lenient:?}");
            let error = from_str::<Whole>(text).expect_err(text).to_string();
            let expected =
                format!("invalid type: sequence, expected an object at line 1 column {column}");
            assert_eq!(error, expected, "{text}");
        }
    }

    #[test]
    fn members_of_an_enum_with_a_tag_are_read_so_where_they_say_it() {
        for text in [
            r#"{"tagged": {"kind": "points", "points": [[2]]}}"#,
            r#"{"tagged": {"kind": "points", "points": [], "inner": ["empty"]}}"#,
        ] {
            let error = from_str::<Whole>(text).expect_err(text).to_string();
            let expected = "invalid type: sequence, expected an object at line 1";
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    #[test]
    fn errors_say_the_same_at_the_same_place_as_without_this_module() {
        fn same<T: DeserializeOwned + Debug>(text: &str) {
            let expected = serde_json::from_str::<T>(text).expect_err(text);
            let error = from_str::<T>(text).expect_err(text);
            assert_eq!(error.to_string(), expected.to_string(), "{text}");
        }
        for text in [
            "",
            "{",
            "{} {}",
            r#"{"other": 1}"#,
            r#"{"perhaps": {"x": "1"}}"#,
            "{\"perhaps\":\n {}}",
            r#"{"list": 5}"#,
            r#"{"list": [{"x": 1}, }"#,
            r#"{"pair": [1]}"#,
            r#"{"named": "else"}"#,
            r#"{"named": {"of": {"y": 0}}}"#,
            r#"{"named": 3}"#,
            r#"{"tagged": "empty"}"#,
            r#"{"tagged": {"kind": "other"}}"#,
            r#"{"tagged": {"kind": "points", "points": [{}]}}"#,
            r#"{"free": []}"#,
            r#"{"perhaps": {"x": 1}, "perhaps": {"x": 1}}"#,
        ] {
            same::<Whole>(text);
        }
        let error = from_str::<Whole>(r#"{"perhaps": 5}"#).expect_err("no object");
        let expected = "invalid type: integer `5`, expected an object at line 1 column 13";
        assert_eq!(error.to_string(), expected);
    }
}

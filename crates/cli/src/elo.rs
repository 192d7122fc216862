//! Elo differences as text.

/// A difference with its sign, in whole points.
pub(crate) fn elo(value: f64) -> String {
    if value.is_finite() {
        // Adding 0.0 turns -0 into 0.
        format!("{:+.0}", value.round() + 0.0)
    } else if value > 0.0 {
        "+∞".to_owned()
    } else {
        "-∞".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_has_a_plus_and_infinity_its_sign() {
        for (value, text) in [
            (-0.0, "+0"),
            (-0.3, "+0"),
            (0.3, "+0"),
            (-35.4, "-35"),
            (f64::INFINITY, "+∞"),
            (f64::NEG_INFINITY, "-∞"),
        ] {
            assert_eq!(elo(value), text);
        }
    }
}

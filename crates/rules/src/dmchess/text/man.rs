//! The text of a man: its letter, and a bracket for level and marks.

use std::fmt::Write as _;
use std::iter::Peekable;
use std::str::Chars;

use crate::board::{Piece, Role};
use crate::dmchess::dimension::Dimension;
use crate::dmchess::energy::EnergySquare;
use crate::dmchess::levels::MAX_LEVEL;
use crate::dmchess::man::Man;

pub(super) fn write_man(man: Man, dimension: Dimension) -> String {
    let mut text = String::from(man.piece.char());
    if man == Man::fresh(man.piece, dimension.number()) {
        return text;
    }
    let _ = write!(text, "[{}", man.level);
    if man.mark.is_former_pawn() {
        text.push('=');
        for dimension in Dimension::ALL {
            if man.mark.has_promoted_in(dimension) {
                let _ = write!(text, "{}", dimension.number());
            }
        }
    }
    if let Some(last) = man.mark.last_energy() {
        let _ = write!(text, "@{}", last.place());
    }
    text.push(']');
    text
}

/// Reads the bracket after a man's letter, if there is one.
pub(super) fn read_man(
    piece: Piece,
    dimension: Dimension,
    rest: &mut Peekable<Chars<'_>>,
) -> Result<Man, String> {
    let mut man = Man::fresh(piece, dimension.number());
    if rest.next_if_eq(&'[').is_none() {
        return Ok(man);
    }
    let mut bracket = String::new();
    loop {
        match rest.next() {
            Some(']') => break,
            Some(c) if bracket.len() < 24 => bracket.push(c),
            _ => return Err("has a bracket that does not end".into()),
        }
    }
    let (bracket, last) = split_off(&bracket, '@');
    let (level, promoted) = split_off(bracket, '=');
    man.level = level
        .parse()
        .ok()
        .filter(|number| (1..=MAX_LEVEL).contains(number) && level.len() == 1)
        .ok_or_else(|| format!("has the level “{level}”, which should be 1 to 8"))?;
    if let Some(promoted) = promoted {
        read_promotions(&mut man, promoted)?;
    }
    if let Some(last) = last {
        let square = last
            .parse()
            .ok()
            .and_then(EnergySquare::at)
            .ok_or_else(|| {
                format!("has its last energy from “{last}”, which is not an energy square")
            })?;
        if man.level == MAX_LEVEL || man.level == 1 {
            return Err(format!(
                "of level {} should remember no energy square",
                man.level
            ));
        }
        man.mark.set_last_energy(Some(square));
    }
    Ok(man)
}

fn split_off(text: &str, mark: char) -> (&str, Option<&str>) {
    match text.split_once(mark) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

fn read_promotions(man: &mut Man, text: &str) -> Result<(), String> {
    if matches!(man.piece.role, Role::Pawn | Role::King) {
        return Err("is marked as a former pawn, but is none".into());
    }
    let mut previous = None;
    for c in text.chars() {
        let dimension = c
            .to_digit(10)
            .and_then(Dimension::numbered)
            .filter(|dimension| previous < Some(*dimension))
            .ok_or_else(|| {
                format!("has promoted in “{text}”, which should be dimensions such as 13")
            })?;
        previous = Some(dimension);
        man.mark.add_promotion(dimension);
    }
    match previous {
        Some(_) => Ok(()),
        None => Err("is marked as a former pawn, but has promoted nowhere".into()),
    }
}

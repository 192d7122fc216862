//! Names that players choose.
//!
//! A name may be in any script and contain digits, punctuation and emoji. It must not contain anything invisible, nor look like
//! a name that has a meaning here. After Unicode Technical Standard 39, *Security mechanisms*.

use std::str::FromStr;

use thiserror::Error;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::emoji::UnicodeEmoji;
use unicode_properties::general_category::{
    GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory,
};
use unicode_script::{Script, UnicodeScript};
use unicode_security::MixedScript;
use unicode_security::confusable_detection::skeleton;

/// The longest name, in characters.
pub(crate) const LONGEST: usize = 24;
/// The most marks on one letter, and the most of those among them that go with letters of any script.
const MARKS: usize = 4;
const COMMON_MARKS: usize = 2;

/// The engine's name, which no player's name may contain.
const MACHINE: &str = "manifold";
/// Names that would be taken for something other than a player: alone, with a number, or with a level, as in "Computer, level 8".
const RESERVED: [&str; 16] = [
    "admin",
    "administrator",
    "admins",
    "arbiter",
    "computer",
    "director",
    "engine",
    "machine",
    "mod",
    "moderator",
    "official",
    "referee",
    "root",
    "staff",
    "support",
    "system",
];
/// Prefixes with which a reserved word stays reserved.
const OF_THE_HOUSE: [&str; 3] = ["official", "server", "site"];
const LEVEL: &str = "level";
/// The name of players without one, followed by four digits.
const GUEST: &str = "guest";

/// A name that a player may have, in normal form C and with single spaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DisplayName(String);

impl DisplayName {
    pub(crate) fn into_string(self) -> String {
        self.0
    }

    /// Reads a name of at most `longest` characters.
    pub(crate) fn within(text: &str, longest: usize) -> Result<DisplayName, NameError> {
        let name = plain(text, longest)?;
        if name.is_empty() {
            return Err(NameError::Length);
        }
        if !name.chars().any(is_something) {
            return Err(NameError::Empty);
        }
        let mut words = name.split(|c: char| !is_part_of_word(c));
        if words.any(|word| word.resolve_script_set().is_empty()) {
            return Err(NameError::Mixed);
        }
        match is_reserved(&name) {
            true => Err(NameError::Reserved),
            false => Ok(DisplayName(name)),
        }
    }
}

/// Why a text cannot be a player's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum NameError {
    /// Empty or too long.
    #[error("a name has 1 to {LONGEST} characters")]
    Length,
    /// It has a character that shows nothing, or changes how others are shown.
    #[error("a name cannot have invisible characters")]
    Invisible,
    /// It has no letter, digit or emoji.
    #[error("a name needs at least one letter or digit")]
    Empty,
    /// Marks without a letter, or piles of them.
    #[error("a name cannot have that many marks on one letter")]
    Marks,
    /// A word mixes scripts that nobody writes together.
    #[error("the letters of a word must belong to one alphabet")]
    Mixed,
    /// It looks like the machine's name, an official's or a guest's.
    #[error(
        "this name looks like that of the computer, of a guest or of the server's staff: choose another"
    )]
    Reserved,
}

impl FromStr for DisplayName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<DisplayName, NameError> {
        DisplayName::within(text, LONGEST)
    }
}

/// Why a text cannot be shown to others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PlainError {
    /// Too long.
    Length,
    /// It has a character that shows nothing, or changes how others are shown.
    Invisible,
    /// Marks without a letter, or piles of them.
    Marks,
}

impl From<PlainError> for NameError {
    fn from(error: PlainError) -> NameError {
        match error {
            PlainError::Length => NameError::Length,
            PlainError::Invisible => NameError::Invisible,
            PlainError::Marks => NameError::Marks,
        }
    }
}

/// A text of at most `longest` characters that shows what it is, in normal form C and with single spaces. It may be empty.
pub(crate) fn plain(text: &str, longest: usize) -> Result<String, PlainError> {
    // A body of a request can be long; what is much too long need not be looked at.
    if text.chars().count() > 10 * longest {
        return Err(PlainError::Length);
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let plain: String = words.join(" ").nfc().collect();
    let chars: Vec<char> = plain.chars().collect();
    if chars.len() > longest {
        return Err(PlainError::Length);
    }
    if (0..chars.len()).any(|place| !is_visible(&chars, place)) {
        return Err(PlainError::Invisible);
    }
    match has_few_marks(&chars) {
        true => Ok(plain),
        false => Err(PlainError::Marks),
    }
}

/// Whether a character is visible, or allowed where it stands.
fn is_visible(chars: &[char], place: usize) -> bool {
    let c = chars[place];
    let before = place.checked_sub(1).map(|before| chars[before]);
    let after = chars.get(place + 1).copied();
    match c {
        // Some scripts spell with joiners, and some emoji consist of several characters that are joined.
        '\u{200c}' | '\u{200d}' => before
            .zip(after)
            .is_some_and(|(before, after)| is_joined(before) && is_joined(after)),
        '\u{fe0f}' => before.is_some_and(is_emoji),
        _ => match c.general_category_group() {
            GeneralCategoryGroup::Separator => c == ' ',
            GeneralCategoryGroup::Other => false,
            _ => !is_blank(c),
        },
    }
}

/// Characters that show nothing although they count as letters, marks or symbols: those that Unicode lists as
/// `Default_Ignorable_Code_Point`, and blank symbols.
fn is_blank(c: char) -> bool {
    matches!(c,
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2800}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{1d159}' | '\u{e0100}'..='\u{e01ef}')
}

/// Whether a joiner beside this character can change how it is written.
fn is_joined(c: char) -> bool {
    let joins = matches!(
        c.script(),
        Script::Arabic
            | Script::Bengali
            | Script::Devanagari
            | Script::Gujarati
            | Script::Gurmukhi
            | Script::Kannada
            | Script::Khmer
            | Script::Malayalam
            | Script::Mongolian
            | Script::Myanmar
            | Script::Oriya
            | Script::Sinhala
            | Script::Syriac
            | Script::Tamil
            | Script::Telugu
    );
    joins || is_emoji(c) || c == '\u{fe0f}'
}

fn is_emoji(c: char) -> bool {
    !c.is_ascii() && c.is_emoji_char()
}

/// Whether a name can be made of this alone.
fn is_something(c: char) -> bool {
    let group = c.general_category_group();
    matches!(
        group,
        GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number
    ) || is_emoji(c)
}

fn is_part_of_word(c: char) -> bool {
    let group = c.general_category_group();
    matches!(
        group,
        GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number | GeneralCategoryGroup::Mark
    ) || matches!(c, '\u{200c}' | '\u{200d}')
}

/// A letter may have as many marks as any language puts on one.
fn has_few_marks(chars: &[char]) -> bool {
    let mut pile: Vec<char> = Vec::new();
    let mut before = ' ';
    for &c in chars {
        let stacks = matches!(
            c.general_category(),
            GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark
        );
        // Only emoji are shown in colour by this one.
        if !stacks || c == '\u{fe0f}' {
            pile.clear();
            before = c;
            continue;
        }
        let is_repeated = pile.last() == Some(&c);
        pile.push(c);
        let common = pile
            .iter()
            .filter(|mark| mark.script() == Script::Inherited);
        if before == ' ' || is_repeated || pile.len() > MARKS || common.count() > COMMON_MARKS {
            return false;
        }
    }
    true
}

/// Whether a name looks like one that means something here.
pub(crate) fn is_reserved(name: &str) -> bool {
    let looks = look(name);
    let is_guest = |rest: &str| {
        let digits = "0123456789".chars().map(|digit| look(&digit.to_string()));
        let digits: String = digits.collect();
        rest.chars().count() == 4 && rest.chars().all(|c| digits.contains(c))
    };
    looks.contains(&look(MACHINE))
        || looks.strip_prefix(&look(GUEST)).is_some_and(is_guest)
        || is_office(&looks)
        || is_office(&look(without_number(name)))
}

/// A name without the digits and signs around it.
pub(crate) fn without_number(name: &str) -> &str {
    name.trim_matches(|c: char| !c.is_alphabetic())
}

/// Whether a name with this look stands for something other than a player, with or without a prefix such as "server".
fn is_office(looks: &str) -> bool {
    let is_taken = |looks: &str| {
        RESERVED.into_iter().any(|word| {
            let rest = looks.strip_prefix(&look(word));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(&look(LEVEL)))
        })
    };
    let of_the_house = |word: &str| looks.strip_prefix(&look(word)).is_some_and(is_taken);
    is_taken(looks) || OF_THE_HOUSE.into_iter().any(of_the_house)
}

/// The look of a name: the same for all names that a reader could mistake for one another, regardless of case, marks and punctuation.
pub(crate) fn look(name: &str) -> String {
    let plain: String = skeleton(name)
        .filter(|c| c.is_alphanumeric())
        .collect::<String>()
        .to_lowercase();
    // Lower-case letters have look-alikes that upper-case ones have not, such as `m` and `rn`.
    skeleton(&plain)
        .map(|c| if c == 'i' { 'l' } else { c })
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests;

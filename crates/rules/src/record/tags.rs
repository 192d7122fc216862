//! The tags of a record, and how they are read.

/// The tags of a record, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// The value of a tag.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// Sets a tag, keeping its place if it was there. Control characters become spaces.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        let value: String = value.into();
        let value = value.replace(char::is_control, " ");
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name.to_owned(), value)),
        }
    }

    /// All tags.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// The name and value of a tag.
pub(super) type Tag<'a> = (&'a str, String);

/// Parses the tags at the beginning of a line. Returns them and the rest of the line.
pub(super) fn read_tags(line: &str) -> Result<(Vec<Tag<'_>>, &str), String> {
    let mut tags = Vec::new();
    let mut rest = line.trim();
    while rest.starts_with('[') {
        let tag;
        (tag, rest) = tag_of(rest)
            .ok_or_else(|| "a tag looks like [Event \"Club championship\"]".to_owned())?;
        tags.push(tag);
        rest = rest.trim_start();
    }
    Ok((tags, rest))
}

/// Parses the tag at the beginning of a text. Returns its name and value and the rest of the text.
fn tag_of(text: &str) -> Option<(Tag<'_>, &str)> {
    let (name, rest) = text
        .strip_prefix('[')?
        .trim_start()
        .split_once(char::is_whitespace)?;
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return None;
    }
    let (value, rest) = quoted(rest.trim_start())?;
    Some(((name, value), rest.trim_start().strip_prefix(']')?))
}

/// Parses a quoted value at the beginning of a text. Returns it and the rest of the text.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut chars = text.strip_prefix('"')?.chars();
    loop {
        match chars.next()? {
            '"' => {
                // Some programs do not escape quotes: a quote that does not end the tag belongs to the value.
                let rest = chars.as_str();
                match rest.trim_start().starts_with(']') {
                    true => return Some((value, rest)),
                    false => value.push('"'),
                }
            }
            '\\' => value.extend(chars.next()),
            c => value.push(c),
        }
    }
}

/// Whether a line consists of exactly one tag.
pub(super) fn is_tag(line: &str) -> bool {
    tag_of(line.trim()).is_some_and(|(_, rest)| rest.is_empty())
}

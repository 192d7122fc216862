//! Checks that the files of a crate have no circular imports: what two files need from each other belongs in a third.
//!
//! Only `use` lines count. A file may import from its parent modules, as `owner/engine.rs` does from `owner.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A file by its module path: `board::san` is `["board", "san"]`.
type Module = Vec<String>;
/// The imports of each file: the path, and whether it is re-exported (`pub use`).
type Imports = BTreeMap<Module, Vec<(Vec<String>, bool)>>;

/// Collects the files below a directory, with their text.
fn read(directory: &Path, module: &Module, files: &mut BTreeMap<Module, String>) {
    for entry in fs::read_dir(directory).expect("a directory of the crate") {
        let path = entry.expect("an entry").path();
        let stem = path.file_stem().expect("a name").to_string_lossy();
        let mut inner = module.clone();
        if !["lib", "main", "mod"].contains(&&*stem) {
            inner.push(stem.into_owned());
        }
        if path.is_dir() {
            read(&path, &inner, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.insert(inner, fs::read_to_string(path).expect("a text"));
        }
    }
}

/// Expands a `use` tree such as `a::{b, c::{d, e as f}}` into its paths, without renames.
fn expand(head: &str, tree: &str, paths: &mut Vec<String>) {
    let Some((path, inner)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        return paths.push(format!("{head}{}", path.trim()));
    };
    let head = format!("{head}{}", path.trim());
    let (mut depth, mut rest) = (0, String::new());
    for c in inner.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth < 0 || (depth == 0 && c == ',') {
            expand(&head, &std::mem::take(&mut rest), paths);
        } else {
            rest.push(c);
        }
    }
}

/// The imports of a file, without those of its tests.
fn imports(text: &str) -> Vec<(Vec<String>, bool)> {
    let begins = |(at, test): &(usize, &str)| {
        let line = text[at + test.len()..].lines().next().unwrap_or_default();
        line.ends_with('{')
    };
    let mut tests = text.match_indices("#[cfg(test)]\nmod ");
    let code = tests.find(begins).map_or(text, |(at, _)| &text[..at]);
    let mut found = Vec::new();
    for part in code.split("\nuse ").skip(1) {
        found.push((part, false));
    }
    for start in ["\npub use ", "\npub(crate) use ", "\npub(super) use "] {
        found.extend(code.split(start).skip(1).map(|part| (part, true)));
    }
    let mut imports = Vec::new();
    for (part, handed_on) in found {
        let mut paths = Vec::new();
        expand("", part.split(';').next().unwrap_or_default(), &mut paths);
        let parts = |path: &String| path.split("::").map(str::to_owned).collect();
        imports.extend(paths.iter().map(|path| (parts(path), handed_on)));
    }
    imports
}

/// The file that defines what `from` imports by `path`, followed through re-exports.
fn owner(from: &Module, path: &[String], imports: &Imports, hops: usize) -> Option<Module> {
    let above = path.iter().take_while(|part| *part == "super").count();
    let mut at: Module = match path[0].as_str() {
        "crate" => Vec::new(),
        _ => from[..from.len().checked_sub(above)?].to_vec(),
    };
    let known = |at: &Module, part: &String| {
        let inner = [at.as_slice(), std::slice::from_ref(part)].concat();
        imports.contains_key(&inner).then_some(inner)
    };
    let mut rest = match path[0].as_str() {
        "crate" | "self" => &path[1..],
        _ => &path[above..],
    };
    if !["crate", "self", "super"].contains(&path[0].as_str()) {
        known(&at, &path[0])?;
    }
    while let Some(inner) = rest.first().and_then(|part| known(&at, part)) {
        (at, rest) = (inner, &rest[1..]);
    }
    let mut handed_on = imports.get(&at)?.iter();
    let hop = handed_on.find(|(import, _)| import.last() == rest.first() && !rest.is_empty());
    match hop {
        Some((import, _)) if hops > 0 => owner(&at, import, imports, hops - 1).or(Some(at)),
        _ => Some(at),
    }
}

/// The files on circles (and on paths between circles), each with the ones of them that it imports.
fn circles(files: &BTreeMap<Module, String>) -> BTreeMap<Module, BTreeSet<Module>> {
    let imports: Imports = files
        .iter()
        .map(|(module, text)| (module.clone(), imports(&format!("\n{text}"))))
        .collect();
    let mut needs: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (module, imported) in &imports {
        let own = imported.iter().filter(|(_, handed_on)| !handed_on);
        let owners = own.filter_map(|(path, _)| owner(module, path, &imports, 5));
        let owners = owners.filter(|owner| !module.starts_with(owner));
        needs.insert(module.clone(), owners.collect());
    }
    loop {
        let before = needs.len();
        let needed: BTreeSet<Module> = needs.values().flatten().cloned().collect();
        let left: BTreeSet<Module> = needs.keys().cloned().collect();
        needs.retain(|module, of| {
            of.retain(|of| left.contains(of));
            !of.is_empty() && needed.contains(module)
        });
        if needs.len() == before {
            return needs;
        }
    }
}

#[test]
fn no_crate_has_a_circle_of_files() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    for entry in fs::read_dir(crates).expect("the crates") {
        let source = entry.expect("an entry").path().join("src");
        let mut files = BTreeMap::new();
        read(&source, &Module::new(), &mut files);
        let circles = circles(&files);
        assert!(circles.is_empty(), "{}: {circles:#?}", source.display());
    }
}

#[test]
fn a_circle_through_a_name_that_is_handed_on_is_found() {
    let file = |text: &str| format!("//! A file.\n\n{text}\n");
    let files = BTreeMap::from([
        (
            vec![],
            file("mod a;\nmod b;\nmod c;\n\npub use a::{Alpha, Other};"),
        ),
        (
            vec!["a".to_owned()],
            file("use crate::c::{self, d::Delta};\nuse std::fmt;"),
        ),
        (
            vec!["b".to_owned()],
            file("#[cfg(test)]\nmod tests;\n\nuse super::{Alpha, c::Gamma};"),
        ),
        (
            vec!["c".to_owned()],
            file("use crate::b::Beta as B;\nmod d;"),
        ),
        (
            vec!["c".to_owned(), "d".to_owned()],
            file("use super::Gamma;"),
        ),
    ]);
    let found: Vec<String> = circles(&files).keys().map(|key| key.join("::")).collect();
    assert_eq!(found, ["a", "b", "c"]);
}

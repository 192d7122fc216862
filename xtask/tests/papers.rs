//! Checks references in the documents: the tests that SECURITY.md names, and the files and headings that links point to, must exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace")
        .to_owned()
}

/// Collects the files below a directory with one of these endings, except what is built or fetched.
fn files(directory: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            let is_ours = !name.starts_with('.') && !["target", "node_modules"].contains(&&*name);
            if is_ours {
                files(&path, endings, found);
            }
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            found.push(path);
        }
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names of all Rust tests: the functions with an attribute that contains the word `test`.
fn tests() -> BTreeSet<String> {
    let mut sources = Vec::new();
    for directory in ["crates", "xtask"] {
        files(&root().join(directory), &[".rs"], &mut sources);
    }
    let mut names = BTreeSet::new();
    for source in sources {
        let mut is_test = false;
        for line in read(&source).lines().map(str::trim_start) {
            if line.starts_with("#[") {
                is_test |= line.contains("test]") || line.contains("test(");
            } else if let Some(name) = line.trim_start_matches("async ").strip_prefix("fn ") {
                let end = name.find(|c: char| c != '_' && !c.is_ascii_alphanumeric());
                if is_test {
                    names.insert(name[..end.unwrap_or(name.len())].to_owned());
                }
                is_test = false;
            }
        }
    }
    names
}

#[test]
fn the_tests_that_the_security_paper_names_exist() {
    let tests = tests();
    let text = read(&root().join("SECURITY.md"));
    let spans = text.split('`').skip(1).step_by(2);
    let is_test = |span: &&str| {
        let is_name = |c: char| c == '_' || c.is_ascii_lowercase() || c.is_ascii_digit();
        span.chars().all(is_name) && span.matches('_').count() >= 3
    };
    let named: Vec<&str> = spans.filter(is_test).collect();
    assert!(named.len() > 50, "{}", named.len());
    let unknown: Vec<&&str> = named
        .iter()
        .filter(|name| !tests.contains(**name))
        .collect();
    assert!(unknown.is_empty(), "no such tests: {unknown:#?}");
}

/// The anchor of a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let kept = heading
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    let text: String = kept.collect();
    text.to_lowercase().replace(' ', "-")
}

/// The anchors of a Markdown text.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut is_code = false;
    let mut anchors = BTreeSet::new();
    for line in text.lines() {
        is_code ^= line.trim_start().starts_with("```");
        let heading = line.trim_start_matches('#');
        if !is_code && heading.len() < line.len() && heading.starts_with(' ') {
            anchors.insert(anchor(heading.trim()));
        }
    }
    anchors
}

#[test]
fn every_link_of_a_paper_leads_to_a_file_and_a_heading() {
    let mut papers = Vec::new();
    files(&root().join("docs"), &[".md"], &mut papers);
    for entry in fs::read_dir(root()).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|ending| ending == "md") {
            papers.push(path);
        }
    }
    let (mut links, mut broken) = (0, Vec::new());
    for paper in papers {
        let text = read(&paper);
        let targets = text.split("](").skip(1);
        for target in targets.filter_map(|rest| rest.split(')').next()) {
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            links += 1;
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let path = match file {
                "" => paper.clone(),
                file => paper.parent().expect("a directory").join(file),
            };
            let is_found =
                path.exists() && (heading.is_empty() || anchors(&read(&path)).contains(heading));
            if !is_found {
                broken.push(format!("{}: {target}", paper.display()));
            }
        }
    }
    assert!(links > 50, "{links}");
    assert!(broken.is_empty(), "{broken:#?}");
}

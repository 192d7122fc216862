//! The picture of the crates in `docs/images/crates.svg`, drawn from cargo's metadata.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::process::{cargo_command, output, root};

const WIDTH: usize = 760;
const BOX: (usize, usize) = (250, 80);
const GAP: (usize, usize) = (30, 44);
/// The characters in a line of a box.
const LINE: usize = 34;

/// Colours for light and dark pages.
const STYLE: &str = "\
text { font: 12px sans-serif; fill: #57606a; text-anchor: middle }
.name { font: bold 15px sans-serif; fill: #1f2328 }
rect { fill: #f6f8fa; stroke: #8c959f; stroke-width: 1.5 }
path { fill: none; stroke: #57606a; stroke-width: 1.5; marker-end: url(#head) }
marker path { fill: #57606a; stroke: none; marker-end: none }
@media (prefers-color-scheme: dark) {
text { fill: #9198a1 } .name { fill: #f0f6fc } rect { fill: #151b23; stroke: #656c76 }
path { stroke: #9198a1 } marker path { fill: #9198a1 } }
";

/// A crate: its description, and the crates of ours on which it depends.
struct Crate {
    about: String,
    needs: BTreeSet<String>,
}

/// Redraws the picture.
pub(crate) fn draw() -> Result<()> {
    Ok(fs::write(path(), svg(&crates()?))?)
}

/// Fails if the picture is out of date.
pub(crate) fn check() -> Result<()> {
    let drawn = fs::read_to_string(path()).unwrap_or_default();
    ensure!(
        drawn == svg(&crates()?),
        "the crates have changed: run `cargo xtask picture` and read docs/architecture.md again"
    );
    Ok(())
}

fn path() -> PathBuf {
    root().join("docs/images/crates.svg")
}

/// All crates of the program, by their directory.
fn crates() -> Result<BTreeMap<String, Crate>> {
    let metadata = output(cargo_command().args([
        "metadata",
        "--no-deps",
        "--format-version",
        "1",
        "--locked",
    ]))?;
    let metadata: Value = serde_json::from_slice(&metadata)?;
    let packages = metadata["packages"].as_array().context("packages")?;
    let directory = |path: &Value| {
        let path = path.as_str()?.trim_end_matches("/Cargo.toml");
        let (above, name) = path.rsplit_once('/')?;
        above.ends_with("/crates").then(|| name.to_owned())
    };
    let read = |package: &Value| {
        let needs = package["dependencies"]
            .as_array()?
            .iter()
            .filter(|needed| needed["kind"].is_null())
            .filter_map(|needed| directory(&needed["path"]))
            .collect();
        let about = package["description"].as_str()?.to_owned();
        Some((
            directory(&package["manifest_path"])?,
            Crate { about, needs },
        ))
    };
    Ok(packages.iter().filter_map(read).collect())
}

/// The layer of a crate: 0 if it depends on none of ours.
fn layer(crates: &BTreeMap<String, Crate>, name: &str) -> usize {
    let below = |needed: &String| layer(crates, needed) + 1;
    crates[name].needs.iter().map(below).max().unwrap_or(0)
}

/// Whether an arrow is implied by others: another dependency of `from` depends on `to`.
fn is_implied(crates: &BTreeMap<String, Crate>, from: &str, to: &str) -> bool {
    crates[from]
        .needs
        .iter()
        .any(|between| crates[between].needs.contains(to))
}

fn svg(crates: &BTreeMap<String, Crate>) -> String {
    let mut layers: Vec<Vec<&str>> = Vec::new();
    for name in crates.keys() {
        let layer = layer(crates, name);
        if layers.len() <= layer {
            layers.resize(layer + 1, Vec::new());
        }
        layers[layer].push(name);
    }
    let height = layers.len() * (BOX.1 + GAP.1) + GAP.1 / 2;
    let mut places = BTreeMap::new();
    for (layer, names) in layers.iter().enumerate() {
        let width = names.len() * (BOX.0 + GAP.0) - GAP.0;
        let y = height - (layer + 1) * (BOX.1 + GAP.1) + GAP.1 / 2;
        for (index, name) in names.iter().enumerate() {
            let x = WIDTH.saturating_sub(width) / 2 + index * (BOX.0 + GAP.0);
            places.insert(*name, (x, y));
        }
    }
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\">\n\
         <title>The crates, and which depends on which</title>\n<style>{STYLE}</style>\n\
         <defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\">\
         <path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n"
    );
    // Draw arrows first, so that long ones pass behind the boxes in between.
    for (name, (x, y)) in &places {
        for needed in crates[*name]
            .needs
            .iter()
            .filter(|needed| !is_implied(crates, name, needed))
        {
            let (to_x, to_y) = places[needed.as_str()];
            let _ = writeln!(
                svg,
                "<path d=\"M{} {}L{} {}\"><title>{name} depends on {needed}</title></path>",
                x + BOX.0 / 2,
                y + BOX.1,
                to_x + BOX.0 / 2,
                to_y - 2
            );
        }
    }
    for (name, (x, y)) in &places {
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\"6\"/>",
            BOX.0, BOX.1
        );
        let middle = x + BOX.0 / 2;
        let _ = writeln!(
            svg,
            "<text class=\"name\" x=\"{middle}\" y=\"{}\">{name}</text>",
            y + 22
        );
        for (index, line) in lines(&crates[*name].about).iter().enumerate() {
            let _ = writeln!(
                svg,
                "<text x=\"{middle}\" y=\"{}\">{line}</text>",
                y + 40 + 15 * index
            );
        }
    }
    svg + "</svg>\n"
}

/// A description in at most three lines, as XML.
fn lines(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let full = lines
            .last()
            .is_some_and(|line| line.len() + word.len() >= LINE);
        if full && lines.len() < 3 {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    let cut = |line: String| match line.char_indices().nth(LINE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    };
    lines
        .into_iter()
        .map(|line| cut(line).replace('&', "&amp;").replace('<', "&lt;"))
        .collect()
}

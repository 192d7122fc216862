//! The build for newer processors that may be installed beside the baseline build.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// The output of the program in `usr/bin` with `--version`.
fn said(root: &Path) -> String {
    let output = Command::new(root.join("usr/bin/manifold"))
        .arg("--version")
        .output()
        .expect("it starts");
    String::from_utf8(output.stdout).expect("text")
}

/// Whether this processor can run code for x86-64-v3, according to `/proc/cpuinfo`.
fn is_newer() -> bool {
    let about = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    ["avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"]
        .iter()
        .all(|feature| about.split_whitespace().any(|word| word == *feature))
}

#[test]
fn the_program_for_newer_processors_runs_in_place_of_the_other_where_it_can() {
    let root = TempDir::new().expect("a directory");
    let bin = root.path().join("usr/bin");
    fs::create_dir_all(&bin).expect("a directory");
    let program = Path::new(env!("CARGO_BIN_EXE_manifold"));
    if fs::hard_link(program, bin.join("manifold")).is_err() {
        fs::copy(program, bin.join("manifold")).expect("a copy");
    }
    let own = said(root.path());
    assert_eq!(own, format!("manifold {}\n", env!("CARGO_PKG_VERSION")));

    let directory = root.path().join("usr/lib/manifold/x86-64-v3");
    fs::create_dir_all(&directory).expect("a directory");
    let newer = directory.join("manifold");
    fs::write(&newer, "#!/bin/sh\necho \"newer $@\"\n").expect("written");
    // If the newer build cannot be started, the program runs all the same.
    assert_eq!(said(root.path()), own);
    fs::set_permissions(&newer, fs::Permissions::from_mode(0o755)).expect("executable");
    let expected = if is_newer() {
        "newer --version\n"
    } else {
        &own
    };
    assert_eq!(said(root.path()), expected);
}

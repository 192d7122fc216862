//! The Debian package: the program, its completions, a systemd unit and the documents. Files that are not built are in `packaging`.

use std::env::consts::ARCH;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::process::{Profile, build, build_for, output, root, run, target};
use crate::web::{self, Packages};

/// Files of the project and where they are installed.
const FILES: [(&str, &str); 6] = [
    (
        "packaging/manifold.service",
        "usr/lib/systemd/system/manifold.service",
    ),
    ("packaging/manifold.toml", "etc/manifold/manifold.toml"),
    ("packaging/copyright", "usr/share/doc/manifold/copyright"),
    ("CHANGELOG.md", "usr/share/doc/manifold/CHANGELOG.md"),
    ("docs/operating.md", "usr/share/doc/manifold/operating.md"),
    ("docs/api.md", "usr/share/doc/manifold/api.md"),
];
const SCRIPTS: [&str; 3] = ["postinst", "prerm", "postrm"];
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "usr/share/bash-completion/completions/manifold"),
    ("fish", "usr/share/fish/vendor_completions.d/manifold.fish"),
    ("zsh", "usr/share/zsh/vendor-completions/_manifold"),
];
/// The build for newer processors, to which the program in `usr/bin` switches if the processor allows.
const NEWER: &str = "usr/lib/manifold/x86-64-v3/manifold";
/// The highest allowed exposure of the unit for `systemd-analyze security --threshold`, which takes ten times the level: 0 is no
/// exposure, 100 full exposure. The level was 1.5 when this was written.
const EXPOSURE: &str = "20";

/// Builds the release package and returns its path.
pub(crate) fn package() -> Result<PathBuf> {
    web::build(Packages::OfBuild)?;
    let program = build(Profile::Release)?;
    let newer = if ARCH == "x86_64" {
        Some(build_for("x86-64-v3")?)
    } else {
        None
    };
    pack(&program, newer.as_deref())
}

/// Packs a program, installs it into a directory of its own, checks the unit, starts and stops the server, and removes everything
/// again.
pub(crate) fn test(program: &Path) -> Result<()> {
    let newer = (ARCH == "x86_64").then_some(program);
    let package = pack(program, newer)?;
    let root = target().join("package/installed");
    remove(&root)?;
    fs::create_dir_all(root.join("var/lib/dpkg/info"))?;
    fs::create_dir_all(root.join("var/lib/dpkg/updates"))?;
    fs::write(root.join("var/lib/dpkg/status"), "")?;
    run(dpkg(&root).arg("--install").arg(&package))?;
    for (_, path) in FILES.iter().chain(&COMPLETIONS) {
        ensure!(root.join(path).is_file(), "{path} was not installed");
    }
    ensure!(
        root.join(NEWER).is_file() == newer.is_some(),
        "{NEWER} was built and not installed, or installed and not built"
    );
    check_unit(&root)?;
    serve(&root).context("the installed server")?;
    run(dpkg(&root).args(["--purge", "manifold"]))?;
    for path in [
        "usr/bin/manifold",
        "usr/lib/manifold",
        "etc/manifold",
        "var/lib/manifold",
    ] {
        ensure!(!root.join(path).exists(), "{path} was not removed");
    }
    println!("package: installed, served and removed");
    remove(&root)
}

fn remove(directory: &Path) -> Result<()> {
    match fs::remove_dir_all(directory) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

/// Lays out the files of the package below `target/package` and packs them. `newer` is the build for newer processors.
fn pack(program: &Path, newer: Option<&Path>) -> Result<PathBuf> {
    let layout = target().join("package/layout");
    remove(&layout)?;
    for (from, to) in FILES {
        install(&layout, to, &fs::read(root().join(from))?, 0o644)?;
    }
    for (shell, to) in COMPLETIONS {
        let script = output(Command::new(program).args(["completions", shell]))?;
        install(&layout, to, &script, 0o644)?;
    }
    install(&layout, "usr/bin/manifold", &fs::read(program)?, 0o755)?;
    if let Some(newer) = newer {
        install(&layout, NEWER, &fs::read(newer)?, 0o755)?;
    }
    for script in SCRIPTS {
        let text = fs::read(root().join("packaging").join(script))?;
        install(&layout, &format!("DEBIAN/{script}"), &text, 0o755)?;
    }
    let settings = b"/etc/manifold/manifold.toml\n";
    install(&layout, "DEBIAN/conffiles", settings, 0o644)?;
    let version = env!("CARGO_PKG_VERSION");
    let architecture = match ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    };
    let control = control(version, architecture, &layout)?;
    install(&layout, "DEBIAN/control", control.as_bytes(), 0o644)?;
    let package = target().join(format!("package/manifold_{version}_{architecture}.deb"));
    run(Command::new("dpkg-deb")
        .args(["--root-owner-group", "-z1", "--build"])
        .arg(&layout)
        .arg(&package)
        .stdout(Stdio::null()))
    .context("a Debian package needs dpkg")?;
    Ok(package)
}

fn install(layout: &Path, to: &str, content: &[u8], mode: u32) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;

    let path = layout.join(to);
    let mut directory = path.parent();
    while let Some(parent) = directory.filter(|parent| *parent != layout) {
        fs::create_dir_all(parent)?;
        fs::set_permissions(parent, fs::Permissions::from_mode(0o755))?;
        directory = parent.parent();
    }
    fs::write(&path, content)?;
    fs::set_permissions(&path, fs::Permissions::from_mode(mode))
        .with_context(|| format!("cannot install {to}"))
}

/// The control file of the package. It requires a C library at least as new as the one that the program was linked with.
fn control(version: &str, architecture: &str, layout: &Path) -> Result<String> {
    let library = output(Command::new("dpkg-query").args([
        "--show",
        "--showformat",
        "${source:Upstream-Version}",
        "libc6",
    ]))?;
    let library = String::from_utf8(library)?;
    Ok(format!(
        "Package: manifold\n\
         Version: {version}\n\
         Architecture: {architecture}\n\
         Maintainer: The Manifold developers <manifold@localhost>\n\
         Section: games\n\
         Priority: optional\n\
         Depends: libc6 (>= {library}), libgcc-s1\n\
         Installed-Size: {}\n\
         Description: play and study games that bend chess\n \
         A server for browsers and bots, an opponent, and the games in a terminal:\n \
         Hyperspace Chess, Time Traveler's Chess, Hidden960, DMChess and chess.\n",
        size(layout)? / 1024
    ))
}

fn size(path: &Path) -> Result<u64> {
    if !path.is_dir() {
        return Ok(path.metadata()?.len());
    }
    path.read_dir()?.map(|entry| size(&entry?.path())).sum()
}

/// dpkg for another root, without the packages that ours depends on.
fn dpkg(root: &Path) -> Command {
    let mut command = Command::new("dpkg");
    command.arg(format!("--root={}", root.display())).args([
        "--force-depends",
        "--force-not-root",
        "--force-script-chrootless",
        "--log=/dev/null",
    ]);
    command.env(
        "PATH",
        "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    );
    command
}

/// Lets systemd verify the unit, and check that its exposure is within the limit.
fn check_unit(root: &Path) -> Result<()> {
    let analyze = |arguments: &[&str]| {
        let mut command = Command::new("systemd-analyze");
        command
            .args(arguments)
            .arg("/usr/lib/systemd/system/manifold.service")
            .arg(format!("--root={}", root.display()));
        output(&mut command)
    };
    if Command::new("systemd-analyze")
        .arg("--version")
        .output()
        .is_err()
    {
        bail!("the unit is checked with systemd-analyze, of Debian's package systemd");
    }
    analyze(&["verify", "--man=no", "--recursive-errors=no"])?;
    let threshold = format!("--threshold={EXPOSURE}");
    analyze(&["security", "--no-pager", "--offline=yes", &threshold])?;
    Ok(())
}

/// Starts the installed server, requests its health and the first page, and stops it.
fn serve(root: &Path) -> Result<()> {
    let mut child = Command::new(root.join("usr/bin/manifold"))
        .args(["serve", "--listen", "127.0.0.1:0", "--config"])
        .arg(root.join("etc/manifold/manifold.toml"))
        .arg("--data")
        .arg(root.join("var/lib/manifold"))
        .stdout(Stdio::piped())
        .spawn()?;
    let answered = answers(&mut child);
    // Stop the server as systemd does.
    run(Command::new("kill").args(["-TERM", &child.id().to_string()]))?;
    let status = child.wait()?;
    answered?;
    ensure!(status.success(), "it ended with {status}");
    Ok(())
}

fn answers(child: &mut Child) -> Result<()> {
    let mut said = BufReader::new(child.stdout.take().context("it says nothing")?);
    let mut line = String::new();
    said.read_line(&mut line)?;
    let address = line
        .split_once("http://")
        .map(|(_, rest)| rest.trim().trim_end_matches('/'))
        .with_context(|| format!("no address in {line:?}"))?;
    for path in ["/healthz", "/"] {
        let mut stream = TcpStream::connect(address)?;
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
        )?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        let answer = String::from_utf8_lossy(&answer);
        ensure!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
    }
    Ok(())
}

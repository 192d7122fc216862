//! Puts the built web client where the program embeds it from. If it was not built there is a page that
//! says so, and the API works all the same.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

const PLACEHOLDER: &str = "<!doctype html>
<html lang=\"en\">
<head><meta charset=\"utf-8\"><title>Manifold</title></head>
<body>
<h1>Manifold</h1>
<p>The server runs, but it was built without the web client. Build that in <code>web</code> with
<code>npm ci</code> and <code>npm run build</code>, and then the program again.</p>
<p>The API is here: <a href=\"/api/v1/openapi.json\">its description</a>.</p>
</body>
</html>
";

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=MANIFOLD_WEB_DIST");
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let goal = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("web");
    let _ = fs::remove_dir_all(&goal);
    fs::create_dir_all(&goal)?;
    // `none` is for those who build the server often and the client never: a path that does not exist
    // would be looked at again, and the crate compiled again, every time.
    let from = match env::var("MANIFOLD_WEB_DIST") {
        Ok(none) if none == "none" => None,
        Ok(path) => Some(PathBuf::from(path)),
        Err(_) => Some(manifest.join("../../web/dist")),
    };
    if let Some(from) = from {
        println!("cargo:rerun-if-changed={}", from.display());
        if from.join("index.html").is_file() {
            return copy(&from, &goal);
        }
    }
    fs::write(goal.join("index.html"), PLACEHOLDER)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let goal = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &goal)?;
        } else {
            fs::copy(entry.path(), goal)?;
        }
    }
    Ok(())
}

//! `manifold self-play` and `manifold train`: from games to a network that plays.

use std::fs;

use crate::support::{manifold, stderr, stdout};

#[test]
fn a_network_is_made_of_self_play_and_plays_a_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (positions, network) = (path("positions.txt"), path("chess.network"));
    let play = [
        "self-play",
        "chess",
        "--games",
        "12",
        "--nodes",
        "20",
        "--out",
        &positions,
    ];
    let output = manifold(&play);
    assert!(output.status.success(), "{output:?}");
    let text = fs::read_to_string(&positions).expect("positions");
    assert!(text.starts_with("# manifold self-play chess --games 12 --nodes 20 --seed 1\n"));
    let settings = ["--walks", "1", "--terms-epochs", "1", "--games-epochs", "1"];
    let train = [
        &["train", "chess", &positions, "--out", &network],
        &settings[..],
    ]
    .concat();
    let output = manifold(&train);
    assert!(output.status.success(), "{output:?}");
    let bytes = fs::read(&network).expect("a network");
    let head = String::from_utf8_lossy(&bytes[..400]).into_owned();
    assert!(
        head.starts_with("manifold network\nscale 170\n# "),
        "{head}"
    );
    assert!(
        head.contains("manifold self-play chess --games 12"),
        "{head}"
    );
    assert!(head.contains("# manifold train chess "), "{head}");
    assert!(head.contains(" --rate 0.001 --seed 1"), "{head}");
    let folder_name = folder.path().display().to_string();
    assert!(
        !head.contains(&folder_name),
        "it holds on any machine: {head}"
    );
    let contest = [
        "train",
        "chess",
        "--network",
        &network,
        "--match",
        "1",
        "--nodes",
        "20",
    ];
    let output = manifold(&contest);
    assert!(output.status.success(), "{output:?}");
    assert!(stdout(&output).contains("won, "), "{output:?}");
    // The mean of it and a second network, which was trained further.
    let (second, mean) = (path("second.network"), path("mean.network"));
    let go_on = ["--walks", "0", "--games-epochs", "1", "--from", &network];
    let no_more = [
        "--walks",
        "0",
        "--games-epochs",
        "0",
        "--from",
        &network,
        "--from",
        &second,
    ];
    for (settings, out) in [(&go_on[..], &second), (&no_more[..], &mean)] {
        let train = [&["train", "chess", &positions, "--out", out], settings].concat();
        let output = manifold(&train);
        assert!(output.status.success(), "{output:?}");
    }
    let weights = |path: &str| {
        let bytes = fs::read(path).expect("a network");
        let head = bytes.windows(2).position(|two| two == b"\n\n");
        bytes[head.expect("a head")..].to_vec()
    };
    let all = [&network, &second, &mean].map(|path| weights(path));
    assert!(all[0] != all[1] && all[2] != all[0] && all[2] != all[1]);
    let head = fs::read(&mean).expect("a network");
    let head = String::from_utf8_lossy(&head[..600]).into_owned();
    assert!(
        head.contains(" --from chess.network --from second.network "),
        "{head}"
    );
    let other_scale = ["--from", &network, "--scale", "200", "--out", &mean];
    let train = [&["train", "chess", &positions], &other_scale[..]].concat();
    let output = manifold(&train);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let said = "chess.network: the scale of this network is 170, where --scale says 200";
    assert!(stderr(&output).contains(said), "{output:?}");
    let of_network = path("of-network.txt");
    let play = [
        &["self-play", "chess", "--network", &network],
        &["--games", "12", "--nodes", "20", "--out", &of_network][..],
    ]
    .concat();
    let output = manifold(&play);
    assert!(output.status.success(), "{output:?}");
    let judged_by_it = fs::read_to_string(&of_network).expect("positions");
    let (head, played) = judged_by_it.split_once('\n').expect("a first line");
    assert!(head.contains("--seed 1 --network "), "{head}");
    assert!(!text.ends_with(played), "the terms judged these games too");
}

#[test]
fn what_cannot_be_learned_from_is_refused_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (wrong, empty, out) = (path("wrong.txt"), path("empty.txt"), path("out"));
    let (latin, nowhere) = (path("latin.txt"), path("no/such/file"));
    let short = path("short.txt");
    fs::write(&short, "# remark\n1 2 30\n").expect("written");
    fs::write(&wrong, "# remark\n1 2 30 neither\n").expect("written");
    fs::write(&latin, b"# remark\n# M\xfcnchen\n").expect("written");
    fs::write(&empty, "").expect("written");
    for (arguments, says) in [
        (
            vec!["train", "chess", &wrong, "--out", &out],
            "wrong.txt: line 2: position text, ",
        ),
        (
            vec!["tune", "chess", "--positions", &wrong, "--out", &out],
            "wrong.txt: line 2: position text, ",
        ),
        (
            vec!["train", "chess", &short, "--out", &out],
            "short.txt: line 2: game, result, score and position",
        ),
        (
            vec!["train", "chess", &latin, "--out", &out],
            "latin.txt: line 2: this should be text in UTF-8",
        ),
        (
            vec!["tune", "chess", "--positions", &latin, "--out", &out],
            "latin.txt: line 2: this should be text in UTF-8",
        ),
        (
            vec!["tune", "chess", "--weights", &latin, "--match", "1"],
            "latin.txt is not a text file",
        ),
        (
            vec!["tune", "chess", "--positions", &empty, "--out", &out],
            "empty.txt: there is no position to learn from",
        ),
        (
            vec!["train", "chess", &empty, "--out", &out],
            "empty.txt: there is no position to learn from",
        ),
        (
            vec!["train", "chess", "--network", &empty, "--match", "1"],
            "there is no empty line before the weights",
        ),
        (
            vec!["train", "chess", &wrong, "--out", &out, "--rate", "0"],
            "a number from 0.000001 to 0.1 is expected",
        ),
        (
            vec!["train", "chess", &wrong, "--out", &out, "--rate", "0.2"],
            "a number from 0.000001 to 0.1 is expected",
        ),
        (
            vec!["train", "chess", &wrong, "--out", &out, "--rate", "NaN"],
            "a number from 0.000001 to 0.1 is expected",
        ),
        (vec!["train", "chess"], "--out"),
        (
            vec!["self-play", "chess", "--network", &empty, "--out", &out],
            "there is no empty line before the weights",
        ),
    ] {
        let output = manifold(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(says), "{}", stderr(&output));
    }
    // Refused before any games are played.
    for arguments in [
        &["train", "chess", &wrong, "--out", &nowhere][..],
        &["tune", "chess", "--out", &nowhere],
        &["tune", "chess", "--out", &out, "--keep", &nowhere],
    ] {
        let output = manifold(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let problem = format!("manifold: {nowhere}: No such file or directory (os error 2)\n");
        assert_eq!(stderr(&output), problem);
    }
    assert!(!fs::exists(&out).expect("a folder that can be read"));
}

#[test]
fn positions_of_another_game_are_refused_if_the_file_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (file, out) = (path("positions.txt"), path("out"));
    let position = "0 1 30 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -\n";
    for (head, is_read) in [
        ("# manifold self-play chess --games 1\n", false),
        ("# a remark\n# manifold tune chess:960 --games 1\n", false),
        ("# manifold self-play hyperspace:open --games 1\n", true),
        ("# manifold self-play\n", true),
        ("", true),
    ] {
        fs::write(&file, format!("{head}{position}")).expect("written");
        let train = ["train", "hyperspace", &file, "--out", &out];
        let fast = ["--walks", "0", "--games-epochs", "0"];
        let tune = ["tune", "hyperspace", "--positions", &file, "--out", &out];
        for arguments in [&[&train[..], &fast].concat()[..], &tune] {
            let output = manifold(arguments);
            let said = stderr(&output);
            assert_eq!(output.status.success(), is_read, "{head}{said}");
            if !is_read {
                assert_eq!(output.status.code(), Some(2), "{said}");
                assert!(
                    said.starts_with(&format!("manifold: {file}: line ")),
                    "{said}"
                );
                assert!(said.contains("these are positions of chess"), "{said}");
                assert!(said.ends_with(", not of hyperspace\n"), "{said}");
            }
        }
    }
}

#[test]
fn an_option_for_a_match_needs_one() {
    for arguments in [
        &["train", "chess", "--network", "any.network"][..],
        &["train", "chess", "p", "--out", "n", "--against-terms"],
        &["train", "chess", "p", "--out", "n", "--nodes", "5"],
        &["train", "chess", "p", "--out", "n", "--movetime", "5"],
        &["tune", "chess", "--weights", "any.txt"],
        &["tune", "chess", "--games", "2", "--against", "any.txt"],
    ] {
        let output = manifold(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains("--match"), "{}", stderr(&output));
    }
}

#[test]
fn a_file_that_is_read_is_not_written_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (file, same, new) = (path("same.txt"), path("./same.txt"), path("new.txt"));
    fs::write(&file, "precious").expect("written");
    for arguments in [
        &["train", "chess", &file, "--out", &same][..],
        &["train", "chess", "p", "--from", &file, "--out", &same],
        &["tune", "chess", "--positions", &file, "--out", &same],
        &["tune", "chess", "--from", &file, "--out", &same],
        &["tune", "chess", "--from", &file, "--keep", &same],
        &[
            "tune",
            "chess",
            "--match",
            "1",
            "--against",
            &file,
            "--out",
            &same,
        ],
        &[
            "tune", "chess", "--games", "2", "--keep", &new, "--out", &new,
        ],
    ] {
        let output = manifold(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = stderr(&output);
        assert!(said.contains("would be written over"), "{said}");
    }
    assert_eq!(fs::read_to_string(&file).expect("read"), "precious");
    assert!(!fs::exists(&new).expect("a folder that can be read"));
}

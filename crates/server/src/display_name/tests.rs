use super::*;

#[test]
fn names_of_many_scripts_are_taken_as_they_are() {
    for name in [
        "A",
        "Magnus",
        "D'Arcy O’Neill",
        "Jean-Luc P. Ångström",
        "Nguyễn Thị Ánh",
        "Þórunn Æsa",
        "İsmail Işık",
        "Šárka Ďuriš",
        "Виктор Корчной",
        "Їжак Ґалаґан",
        "Ιωάννης Παπαδόπουλος",
        "გარი",
        "Հրանտ",
        "יהודית פולגר",
        "שָׁלוֹם",
        "محمد العربي",
        "مُحَمَّد",
        "علی\u{200c}رضا",
        "विश्वनाथन आनंद",
        "ශ්\u{200d}රී",
        "விஸ்வநாதன்",
        "สมชาย ใจดี",
        "བསྟན་འཛིན་རྒྱ་མཚོ",
        "ဒေါ်အောင်",
        "丁立人",
        "羽生善治さん",
        "ハブ ヨシハル",
        "홍길동",
        "ኃይለ ሥላሴ",
        "Ivan (Иван)",
        "knight_rider-42!",
        "x1000",
        "Ana ❤\u{fe0f}",
        "🐢 Slow",
        "🐢",
        "👩\u{200d}🚀",
        "many-fold",
        "Manfred",
        "Engineer",
        "Guest",
        "Guest of honour",
        "Guestling",
        "Systema",
        "Computer Kid",
    ] {
        let taken = name.parse::<DisplayName>();
        assert_eq!(taken.map(DisplayName::into_string), Ok(name.to_owned()));
    }
}

#[test]
fn spaces_and_letters_have_one_form() {
    let name = " Ka\u{301}roly \u{a0}\u{3000} N ".parse::<DisplayName>();
    assert_eq!(
        name.map(DisplayName::into_string),
        Ok("Károly N".to_owned())
    );
}

#[test]
fn what_nobody_sees_is_refused() {
    for hidden in [
        '\u{0}',
        '\u{7}',
        '\u{ad}',
        '\u{34f}',
        '\u{61c}',
        '\u{115f}',
        '\u{1160}',
        '\u{17b4}',
        '\u{180e}',
        '\u{200b}',
        '\u{200c}',
        '\u{200d}',
        '\u{200e}',
        '\u{200f}',
        '\u{202a}',
        '\u{202e}',
        '\u{2060}',
        '\u{2066}',
        '\u{2069}',
        '\u{2800}',
        '\u{3164}',
        '\u{e000}',
        '\u{fe00}',
        '\u{fe0f}',
        '\u{feff}',
        '\u{ffa0}',
        '\u{fff9}',
        '\u{fffe}',
        '\u{1d173}',
        '\u{e0001}',
        '\u{e0041}',
        '\u{e0100}',
        '\u{10ffff}',
    ] {
        for name in [
            format!("An{hidden}na"),
            format!("Anna{hidden}"),
            format!("{hidden}Anna"),
            format!("An {hidden} na"),
            hidden.to_string(),
        ] {
            let taken = name.parse::<DisplayName>();
            assert_eq!(
                taken,
                Err(NameError::Invisible),
                "{}",
                name.escape_unicode()
            );
        }
    }
    for name in [
        "علی\u{200c}\u{200c}رضا",
        "ab\u{200c}c",
        "\u{200d}🚀",
        "🚀\u{200d}",
    ] {
        let taken = name.parse::<DisplayName>();
        assert_eq!(
            taken,
            Err(NameError::Invisible),
            "{}",
            name.escape_unicode()
        );
    }
}

#[test]
fn piles_of_marks_are_refused() {
    for name in [
        "Q\u{335}\u{321}\u{301}ueen",
        "o\u{363}\u{364}\u{365}\u{366}\u{367}",
        "q\u{300}\u{300}",
        "\u{301}Anna",
        "Anna \u{301}",
        "ש\u{5b0}\u{5b1}\u{5b2}\u{5b3}\u{5b4}",
        "x\u{20dd}\u{20de}\u{20df}",
    ] {
        let taken = name.parse::<DisplayName>();
        assert_eq!(taken, Err(NameError::Marks), "{}", name.escape_unicode());
    }
}

#[test]
fn a_word_has_letters_of_one_script() {
    for name in ["Mаgnus", "Νikos", "pаypal x", "ԁavid", "Hеllo", "Bob৪"] {
        let taken = name.parse::<DisplayName>();
        assert_eq!(taken, Err(NameError::Mixed), "{}", name.escape_unicode());
    }
}

#[test]
fn names_that_look_like_others_that_mean_something_are_refused() {
    for name in [
        "Manifold, level 8",
        "manifold",
        "MANIFOLD",
        "mAnIfOlD",
        "Maniföld",
        "Man1f0ld",
        "ManifoId",
        "Mani fold",
        "M.a.n.i.f.o.l.d",
        "The real Manifold",
        "Ｍａｎｉｆｏｌｄ",
        "𝕸𝖆𝖓𝖎𝖋𝖔𝖑𝖉",
        "rnanifold",
        "Admin",
        "ADMlN",
        "Moderator",
        "Arbiter",
        "engine",
        "Computer, level 8",
        "Cornputer (leve1 2)",
        "Guest 1234",
        "guest 0O1l",
        "root",
        "Mod",
        "Admin 1",
        "№ 1 moderator",
        "Site Admin",
        "Staff (3)",
    ] {
        let taken = name.parse::<DisplayName>();
        assert_eq!(taken, Err(NameError::Reserved), "{name}");
    }
    // A word at a time, each of one script.
    let taken = "М а n і f о l d".parse::<DisplayName>();
    assert_eq!(taken, Err(NameError::Reserved));
    // A word with letters of two scripts is refused for that reason first.
    let taken = "Mаnifоld, level 8".parse::<DisplayName>();
    assert_eq!(taken, Err(NameError::Mixed));
}

#[test]
fn a_name_is_neither_empty_nor_long() {
    for (name, error) in [
        ("", NameError::Length),
        (" \u{a0} ", NameError::Length),
        (&"a".repeat(25), NameError::Length),
        (&"a".repeat(100_000), NameError::Length),
        ("...", NameError::Empty),
        ("'", NameError::Empty),
    ] {
        assert_eq!(name.parse::<DisplayName>(), Err(error));
    }
    assert!("a".repeat(24).parse::<DisplayName>().is_ok());
}

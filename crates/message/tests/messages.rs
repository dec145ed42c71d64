//! A message is displayed as `format!` would have it, and keeps its words apart.

use message::{Language, Message, Tell, message};

/// Says every word it knows backwards, and a mistake by its code.
struct Backwards;

impl Language for Backwards {
    fn words(&self, english: &'static str) -> Option<&str> {
        match english {
            "{} is not {}" => Some("{} ton si {}"),
            "a number" => Some("rebmun a"),
            "topic‖order" => Some("redro"),
            "and" => Some("dna"),
            _ => None,
        }
    }

    fn mistake(&self, code: &'static str, mistake: &str) -> Option<String> {
        (code == "R001").then(|| format!("{code} ({mistake})"))
    }
}

#[derive(Debug)]
struct Odd;

impl Tell for Odd {
    fn message(&self) -> Message {
        "a number".into()
    }
}

message::error!(Odd);

#[test]
fn messages_are_displayed_as_formats() {
    let (name, width) = ("x", 3);
    for (told, text) in [
        (message!("plain"), "plain".to_owned()),
        (message!("`{name}` has {width}"), format!("`{name}` has {width}")),
        (message!("{} and {name} and {}", 1, 2), format!("{} and {name} and {}", 1, 2)),
        (message!("{{{name}}} {{1}} {:?}", "a\"b"), format!("{{{name}}} {{1}} {:?}", "a\"b")),
        (message!("{width:04} {:>3}", 7), "0003   7".to_owned()),
        (
            message!(
                "two \
                   lines, \u{4e00} \"{name}\""
            ),
            format!("two lines, \u{4e00} \"{name}\""),
        ),
        (message!("{}", message!("{name}: {Odd}")), "x: a number".to_owned()),
    ] {
        assert_eq!(told.to_string(), text);
        assert_eq!(told, text.as_str());
    }
}

#[test]
fn holes_keep_messages_and_texts_stay() {
    let odd = Odd;
    let (told, text) = (message!("{} is not {odd}", "a number"), Odd.to_string());
    assert_eq!(told.read(&Backwards), "a number ton si rebmun a");
    assert_eq!(message!("{} is not {text}", &told).read(&Backwards), {
        "a number ton si rebmun a ton si a number"
    });
    let row = Message::joined([Odd.message(), Message::from("b"), Odd.message()], " and ");
    assert_eq!(row.to_string(), "a number and b and a number");
    assert_eq!(row.read(&Backwards), "rebmun a dna b dna rebmun a");
}

#[test]
fn a_context_is_said_to_other_languages_only() {
    let order = Message::from("topic‖order");
    assert_eq!((order.to_string().as_str(), order.read(&Backwards).as_str()), ("order", "redro"));
    let mistake =
        |code: &'static str| message!("{}: {}", code, Message::coded(code, "odd".to_owned()));
    assert_eq!(mistake("R001").read(&Backwards), "R001: R001 (odd)");
    assert_eq!(mistake("R002").read(&Backwards), "R002: odd");
}

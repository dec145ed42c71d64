//! Codes are read as they are written elsewhere.

use meaning::code::Code;

#[test]
fn codes_as_written() {
    assert_eq!(Code::read("octal:.77"), Code::read("octal:0.770"));
    assert_eq!(Code::read("subtract:1,3"), Code::read("octal:0.303"));
    assert_eq!(Code::read("hex:0.f"), Code::read("hex:0.F"));
    for wrong in [
        "octal:0.8",
        "octal:1.7",
        "octal:77",
        "octal:0.",
        "hex:0.0",
        "subtract:0",
        "subtract:1,,2",
        "subtract:257",
        "allbut:2",
        "0.77",
        "game g",
        "",
    ] {
        assert!(Code::read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn reach_of_a_code() {
    let reach = |text| Code::read(text).map(|c| (c.heaps(), c.taken())).unwrap();
    assert_eq!(reach("octal:0.77"), (2, 2));
    assert_eq!(reach("octal:0.3030"), (1, 3));
    assert_eq!(reach("octal:4.1"), (2, 1));
    assert_eq!(reach("hex:0.108"), (3, 3));
}

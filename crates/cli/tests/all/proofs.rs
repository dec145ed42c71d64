//! `mexlab prove` and `mexlab verify`: what is proved is verified, what is false is refuted.

use crate::line::mexlab;
use crate::tried::tried;
use serde_json::value::RawValue;
use std::fs;

#[test]
fn what_is_proved_is_verified() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    for (asked, law) in [
        ("octal:0.77", "n >= 71 implies sg(n + 12) = sg(n)"),
        ("bash -p m=2", "sg = n % 3"),
        ("nim -p k=3 --law 'lose iff xor(h) = 0'", "lose iff xor(h) = 0"),
        (
            "lasker --law 'sg(4q) = 4q - 1, sg(4q + 1) = 4q + 1, sg(4q + 2) = 4q + 2, sg(4q + 3) = 4q + \
             4 for n >= 1'",
            "n >= 1 implies sg(n) = [4 * (n // 4) - 1,",
        ),
        (
            "subtract:1,3,4 --law 'sg(n + 7) = sg(n); by n mod 7: 0 1 0 1 2 3 2'",
            "sg(n) = [0, 1, 0, 1, 2, 3, 2][n % 7]",
        ),
        ("take-1-2-all --law 'win(n) = 1, except at n = 0'", "{0} implies win(n)"),
        ("rectangle-turn --law 'sg = nimprod(x, y)'", "sg = nimprod(x, y)"),
        ("-e 'heap n' -e 'move n - k for k in 1..min(n, 2)'", "sg = n % 3"),
        // the law is found in a larger table than the rule asks for
        (
            "-e 'state (a, b) symmetric' -e 'move (a - 1, b) if a > 0' \
             -e 'move (a, b - 1) if b > 0' -e 'move (a - 3, b - 3) if min(a, b) >= 3' \
             -e 'table sg to a = 20, b = 20'",
            "sg = [0, 0, 0, 2, 1, 1, 1, 2][min(a, b) % 8] ^ abs(a - b) % 2",
        ),
    ] {
        let ran = mexlab(path, &format!("prove {asked} --out c.json"));
        assert_eq!(ran.status, 0, "{asked}: {}", ran.err);
        assert!(ran.out.starts_with("proved    "), "{}", ran.out);
        assert!(asked.contains("-e") || ran.out.contains(law), "{asked}: {}", ran.out);
        let verified = mexlab(path, "verify c.json");
        assert_eq!(verified.status, 0, "{}", verified.err);
        assert!(verified.out.starts_with(&ran.out), "{}", verified.out);
        let text = fs::read_to_string(path.join("c.json")).expect("written");
        fs::write(path.join("list.json"), format!("[{text},{text}]")).expect("written");
        let both = mexlab(path, "verify list.json");
        assert_eq!((both.status, both.out), (0, verified.out.repeat(2)));
    }
}

/// The certificates of claims, in the core form and compared with their rules.
#[test]
fn core_games_are_those_of_their_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let claims = concat!(env!("CARGO_MANIFEST_DIR"), "/../../output/certificates.json");
    let claims: Vec<Box<RawValue>> =
        serde_json::from_str(&fs::read_to_string(claims).expect("there")).expect("a list");
    let claims: Vec<Box<RawValue>> = tried(claims).collect();
    let text = serde_json::to_string(&claims).expect("a list");
    fs::write(path.join("claims.json"), text).expect("written");
    let ran = mexlab(path, "verify claims.json --core claims.core");
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    let compared = ran.out.lines().filter(|line| line.starts_with("core      the rule's")).count();
    assert!(2 * compared > claims.len(), "{compared} of {}", claims.len());
    let text = fs::read_to_string(path.join("claims.core")).expect("written");
    let cores = verify::read(&text).expect("core certificates");
    assert!(2 * cores.len() > claims.len(), "{} of {}", cores.len(), claims.len());
    for core in &cores {
        assert!(verify::verify(core).is_ok(), "{}", verify::show(core));
    }
    let shown = mexlab(path, "prove octal:0.77 --out k.json");
    assert_eq!(shown.status, 0);
    let shown = mexlab(path, "verify k.json --show").out;
    assert!(shown.contains("g(n + 12) = g(n) for all n >= 71"), "{shown}");
}

/// Laws in the digits that a table is too small to support are proved or not stated at all.
#[test]
fn laws_in_the_digits_are_proved() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    for (moves, quantity, digits) in [
        (
            "-e 'heap n' -e 'move n -> n - 1 if n > 0' -e 'move n -> n // 3 if n > 0'",
            "sg",
            "regular(n, 3, ",
        ),
        (
            "-e 'heap n' -e 'move n -> n // 2 if n > 0' -e 'move n -> n // 3 if n > 0'",
            "sg",
            "regular(n, 6, ",
        ),
        (
            "-e 'heap n' -e 'move n -> n - t for t in {1, 2} if t <= n' -e 'move n -> n // 2 if n > 0'",
            "win",
            "regular(n, 2, ",
        ),
        (
            "-e 'state (a, b)' -e 'move (a - 1, b) if a > 0' -e 'move (a // 2, b // 2) if a + b > 0'",
            "win",
            "regular(sum{",
        ),
    ] {
        let ran = mexlab(path, &format!("prove {moves} --out c.json"));
        assert_eq!(ran.status, 0, "{moves}: {}", ran.err);
        assert!(ran.err.contains(&format!("found     {quantity}(")), "{}", ran.err);
        assert!(ran.out.starts_with(&format!("proved    {quantity} ")), "{}", ran.out);
        assert!(ran.out.contains(digits), "{}", ran.out);
        let verified = mexlab(path, "verify c.json");
        assert_eq!(verified.status, 0, "{}", verified.err);
        assert!(verified.out.starts_with(&ran.out), "{}", verified.out);
    }
}

#[test]
fn the_table_has_a_law_of_the_quantity_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let nim =
        "-e 'state (a, b)' -e 'move (a - t, b) for t in 1..a' -e 'move (a, b - t) for t in 1..b'";
    for (quantity, law) in [("win", "win iff a != b"), ("sg", "sg = a ^ b")] {
        let ran = mexlab(folder.path(), &format!("prove {nim} --quantity {quantity}"));
        assert_eq!(ran.status, 0, "{quantity}: {}", ran.err);
        assert!(ran.out.starts_with(&format!("proved    {law}\n")), "{}", ran.out);
    }
}

#[test]
fn what_is_false_is_refuted_and_what_is_altered_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let ran = mexlab(path, "prove bash --law 'win iff n % 5 != 0' --out c.json");
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(ran.out.contains("fails at m = 3, n = 4"), "{}", ran.out);
    assert!(!path.join("c.json").exists());

    // where the rule does not say how far it is tabulated
    let own = "prove -e 'state (a, b)' -e 'move (a - t, b) for t in 1..a' --law 'sg = a ^ b'";
    let ran = mexlab(path, own);
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(ran.out.contains("fails at a = 0, b = 1"), "{}", ran.out);

    // beyond every table
    let ran = mexlab(path, "prove bash --law 'win iff n % 4 != 0 or n > 1000000000' --out c.json");
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(ran.out.contains("fails at m = 3, n = 1000000004: the law says won"), "{}", ran.out);
    assert!(!path.join("c.json").exists());

    let ran = mexlab(path, "prove grundy --law 'sg < 1000'");
    assert_eq!((ran.status, ran.out.as_str()), (4, ""));
    assert!(ran.err.contains("not proved") && ran.err.contains("holds up to"), "{}", ran.err);

    assert_eq!(mexlab(path, "prove bash --out c.json").status, 0);
    let text = fs::read_to_string(path.join("c.json")).expect("written");
    fs::write(path.join("c.json"), text.replace("% 4", "% 5")).expect("written");
    let ran = mexlab(path, "verify c.json");
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(ran.out.starts_with("rejected  "), "{}", ran.out);
}

#[test]
fn claims_are_proved_as_rule_files_state_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let asked = |law: &str, rule: &str| {
        let ran = mexlab(folder.path(), &format!("prove {rule} --law '{law}' --out c.json"));
        let is_written = folder.path().join("c.json").exists();
        assert_eq!(is_written, ran.status == 0, "{law}");
        if is_written {
            assert_eq!(mexlab(folder.path(), "verify c.json").status, 0, "{law}");
            fs::remove_file(folder.path().join("c.json")).expect("removed");
        }
        (ran.status, ran.out + &ran.err)
    };
    for (rule, law) in [
        ("fibonacci-nim", "on starts: lose iff n in fibonacci"),
        ("wythoff", "if a < b: lose iff a = floor(phi * (b - a))"),
    ] {
        let (status, said) = asked(law, rule);
        assert_eq!((status, said.starts_with("proved  ")), (0, true), "{law}: {said}");
    }
    for (rule, law, status, words) in [
        ("bash", "if n > 3: lose iff n % 4 = 1", 1, "fails at m = 3, n = 4"),
        ("chomp", "on starts: lose iff a = 1 and b = 1", 4, "holds up to n = 5"),
        ("coin-exact2", "on boards 5: win iff sg != 0", 4, "is true of every game"),
        ("bash", "on sundays: lose", 2, "--law:"),
        // refuted by the first positions, before a machine for all digits is looked for
        ("moore-nim -p k=1,m=4", "lose iff h[1] & 31 = h[2] & 31", 1, "h3 = 0, h4 = 1"),
        // beyond the positions tabulated
        ("octal:0.77", "if n >= 70: sg(n + 12) = sg(n)", 1, "fails at n = 70"),
    ] {
        let (found, said) = asked(law, rule);
        assert_eq!((found, said.contains(words)), (status, true), "{law}: {said}");
    }
}

#[test]
fn laws_are_asked_for_and_symmetry_is_looked_at() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let asked = |law: &str, rule: &str| mexlab(path, &format!("prove {rule} --law '{law}'"));
    for (rule, law) in [
        ("bash", "n >= 0 implies ?"),
        ("bash", "n = 3 implies ?"),
        ("octal:0.77", "n >= 3 implies ?"),
        ("wythoff", "b <= 2 implies ?"),
        ("bash", "sg = ? + 1"),
    ] {
        let ran = asked(law, rule);
        assert_eq!((ran.status, ran.out.as_str()), (4, ""), "{law}");
        assert!(ran.err.contains("a law is asked for by `?`"), "{law}: {}", ran.err);
    }
    assert_eq!(asked("b = 2 implies ?", "wythoff").status, 0);

    let moves = "move (a - k, b) for k in 1..min(a, 2)\nmove (a, b - 1) if b >= 1\n";
    for (symmetric, status) in [("", 0), (" symmetric", 2)] {
        let rule = format!("game lopsided\nstate (a, b){symmetric}\n{moves}");
        fs::write(path.join("lopsided.game"), rule).expect("written");
        let ran = asked("b = 0 implies sg = a % 3", "lopsided.game");
        assert_eq!(ran.status, status, "{}", ran.err);
        assert_eq!(ran.err.contains("the rule says `symmetric`, but"), status != 0, "{}", ran.err);
    }
}

#[test]
fn mistakes_are_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    for (asked, part) in [
        ("prove nope", "there is no game"),
        ("prove bash -p m=2..5", "a family has no certificate"),
        ("prove bash --law 'win iff n %'", "error[R"),
        ("prove bash --law 'win iff k = 3'", "`k`"),
        ("prove bash --to x", "--to x"),
        ("verify nothing.json", "cannot read"),
    ] {
        let ran = mexlab(path, asked);
        assert_eq!(ran.status, 2, "{asked}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains(part), "{asked}: {}", ran.err);
    }
}

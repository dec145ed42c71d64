//! Certificates of periods: altered ones, and false laws that satisfy all conditions but one.

use serde_json::{Value, json};

fn certificate(rule: &str, preperiod: u64, period: u64, greatest: u64) -> Value {
    json!({
        "mexlab-certificate": 1, "rule": rule, "parameters": {}, "quantity": "sg",
        "law": format!("n >= {preperiod} implies sg(n + {period}) = sg(n)"),
        "theorem": "periodicity",
        "data": {"preperiod": preperiod, "period": period, "greatest": greatest, "mask": 0},
    })
}

fn verdict(certificate: &Value) -> Result<checker::Accepted, checker::Rejected> {
    checker::verify(&certificate.to_string())
}

fn rejected(certificate: &Value, because: &str) {
    let why = verdict(certificate).expect_err("a rejection").to_string();
    assert!(why.contains(because), "{why}\n{certificate:#}");
}

#[test]
fn true_periods_are_accepted() {
    // Winning Ways (2001), chapter 4, tables 6 and 7; subtraction sets by hand.
    for (rule, preperiod, period, greatest) in [
        ("octal:0.77", 71, 12, 8),
        ("octal:0.07", 53, 34, 9),
        ("octal:0.137", 52, 34, 9),
        ("octal:0.33", 0, 3, 2),
        ("subtract:1,2,3", 0, 4, 3),
        ("subtract:2,3", 0, 5, 2),
    ] {
        let accepted = verdict(&certificate(rule, preperiod, period, greatest));
        assert!(accepted.is_ok(), "{rule}: {accepted:?}");
    }
}

#[test]
fn every_altered_field_is_rejected() {
    let whole = certificate("octal:0.77", 71, 12, 8);
    let object = whole.as_object().unwrap();
    let inner = object["data"].as_object().unwrap();
    let mut altered = Vec::new();
    for field in object.keys() {
        for value in [json!(null), json!(2), json!("x"), json!([]), json!({"x": 1})] {
            let mut other = whole.clone();
            other[field] = value;
            altered.push(other);
        }
        let mut other = whole.clone();
        other.as_object_mut().unwrap().remove(field);
        altered.push(other);
    }
    for field in inner.keys() {
        for value in [json!(null), json!(-1), json!(1.5), json!("71"), json!(u64::MAX)] {
            let mut other = whole.clone();
            other["data"][field] = value;
            altered.push(other);
        }
        let mut other = whole.clone();
        other["data"].as_object_mut().unwrap().remove(field);
        altered.push(other);
        // The mask only changes the order of work.
        for step in [-1i64, 1].into_iter().filter(|_| field != "mask") {
            let mut other = whole.clone();
            other["data"][field] = json!(inner[field].as_i64().unwrap() + step);
            altered.push(other);
        }
    }
    for (field, value) in [
        ("more", json!(1)),
        ("law", json!("n >= 70 implies sg(n + 12) = sg(n)")),
        ("rule", json!("octal:0.76")),
        ("quantity", json!("win")),
        ("theorem", json!("window")),
    ] {
        let mut other = whole.clone();
        other[field] = value;
        altered.push(other);
    }
    for other in altered {
        assert!(verdict(&other).is_err(), "{other:#}");
    }
}

#[test]
fn fields_given_twice_are_rejected() {
    let text = certificate("octal:0.77", 71, 12, 8).to_string();
    let twice = text.replacen("{", "{\"quantity\":\"win\",", 1);
    assert!(checker::verify(&twice).unwrap_err().to_string().contains("twice"));
    let twice = text.replace("\"period\":12", "\"period\":13,\"period\":12");
    assert!(checker::verify(&twice).unwrap_err().to_string().contains("twice"));
}

#[test]
fn false_laws_that_satisfy_all_conditions_but_one() {
    // The preperiod is too small by one: one equation, the first, fails.
    rejected(&certificate("octal:0.77", 70, 12, 8), "sg(70) and sg(82) differ");
    // No multiple of the least period: the last equations fail.
    rejected(&certificate("octal:0.77", 71, 13, 8), "differ");
    // 0.007 repeats nowhere: it is not known to be periodic.
    rejected(&certificate("octal:0.007", 1, 1, 1), "differ");
    // The theorem for a = 1 holds, g(p) = g(0) does not.
    assert!(verdict(&certificate("octal:0.1", 2, 1, 1)).is_ok());
    rejected(&certificate("octal:0.1", 1, 1, 1), "sg(1) and sg(2) differ");
    // A set whose largest member lies far beyond the others looks periodic until then.
    let far = certificate("subtract:1,2,99", 0, 3, 2);
    rejected(&far, "differ");
    // Period 0 is no period.
    rejected(&certificate("octal:0.77", 71, 0, 8), "period is 0");
}

#[test]
fn rules_outside_the_hypotheses_are_rejected() {
    let grundy = "game grundy\nheap n\nmove n -> i | n - i for i in 1..(n - 1) // 2\n";
    rejected(&certificate(grundy, 1, 1, 1), "no take-and-break code");
    rejected(&certificate("allbut:2", 1, 1, 1), "neither octal");
}

#[test]
fn work_is_limited() {
    rejected(&certificate("octal:0.77", u64::MAX, u64::MAX, 9), "more than");
    rejected(&certificate("octal:0.77", 1 << 24, 1 << 24, 9), "more than");
}

#[test]
fn texts_that_are_no_certificates() {
    let deep = "[".repeat(100_000);
    for text in ["", "{}", "[]", "null", "{", "\u{0}", "{\"a\":1}", deep.as_str()] {
        assert!(checker::verify(text).is_err(), "{text:.20}");
    }
}

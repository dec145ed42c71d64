//! Texts whose form alone is wrong: what they say would be true.

use serde_json::{Value, json};

const BASH: &str = "game b(m = 3 in 1..)\nheap n\nmove n - t  for t in 1..min(m, n)\n";

fn certificate(theorem: &str, quantity: &str, law: &str, data: Value) -> Value {
    json!({
        "mexlab-certificate": 1, "rule": BASH, "parameters": {}, "quantity": quantity, "law": law,
        "theorem": theorem, "data": data,
    })
}

/// The cases of all parameters.
fn cases() -> Value {
    let data = json!({"cases": [{"if": "r <= m", "take": "r"}, {"take": "m"}]});
    certificate("all-parameters", "win", "lose iff n % (m + 1) = 0", data)
}

/// The values for one value of the parameter.
fn values() -> Value {
    let data = json!({"preperiod": 0, "period": 4, "saltus": 0, "repeat": 6});
    let mut whole = certificate("state-repeat", "sg", "sg = n % 4", data);
    whole["parameters"] = json!({"m": 3});
    whole
}

/// Nim with one heap, by machines.
fn machines() -> Value {
    let mut whole = certificate("automata", "win", "win iff n > 0", json!({}));
    whole["rule"] = json!("game one\nheap n\nmove n - t  for t in 1..n\n");
    // n > 0, and t = n is taken
    let steps = json!([[0, [0, 0], 0], [0, [1, 1], 1], [1, [0, 0], 1], [1, [1, 1], 1]]);
    whole["data"] = json!({
        "numeration": {"base": 2}, "measure": [1], "prefix": null, "won": null, "stuck": null,
        "witnesses": [{"accepting": [false, true], "steps": steps}],
    });
    whole
}

/// The value of one heap, from a sum of one part.
fn sum() -> Value {
    let mut part = certificate("periodicity", "sg", "n >= 0 implies sg(n + 4) = sg(n)", json!({}));
    (part["rule"], part["law"]) = (json!("octal:0.333"), json!("sg = n % 4"));
    part["data"] = json!({"preperiod": 0, "period": 4, "greatest": 3, "mask": 0});
    let mut whole = certificate("composed", "sg", "sg = a % 4", json!({"parts": [part]}));
    whole["rule"] = json!("game s\nstart (a): octal-0.333 at a\n");
    whole
}

fn rejected(text: &str, because: &str) {
    let why = checker::verify(text).expect_err(text).to_string();
    assert!(why.contains(because), "{why}\n{text}");
}

#[test]
fn the_right_form_is_accepted() {
    for whole in [cases(), values(), machines(), sum()] {
        let accepted = checker::verify(&format!("{whole:#}"));
        assert!(accepted.is_ok(), "{accepted:?}\n{whole:#}");
    }
}

#[test]
fn lists_are_no_objects() {
    let fields =
        |object: &Value| -> Value { object.as_object().unwrap().values().cloned().collect() };
    // in the order in which they are documented
    let whole = cases();
    let names = ["mexlab-certificate", "rule", "parameters", "quantity", "law", "theorem", "data"];
    let listed: Value = names.iter().map(|name| whole[name].clone()).collect();
    rejected(&listed.to_string(), "expected an object");
    for (mut whole, at) in [
        (cases(), "/data"),
        (cases(), "/data/cases/0"),
        (values(), "/parameters"),
        (machines(), "/data/numeration"),
        (machines(), "/data/witnesses/0"),
        (sum(), "/data/parts/0"),
        (sum(), "/data/parts/0/data"),
    ] {
        let place = whole.pointer_mut(at).unwrap();
        *place = fields(place);
        rejected(&whole.to_string(), "expected an object");
    }
}

#[test]
fn no_object_has_a_field_twice() {
    for (whole, field) in [
        (values(), "\"m\":3"),
        (values(), "\"repeat\":6"),
        (machines(), "\"base\":2"),
        (machines(), "\"accepting\":[false,true]"),
        (cases(), "\"take\":\"m\""),
        (sum(), "\"period\":4"),
        (sum(), "\"parts\":"),
    ] {
        let text = whole.to_string();
        assert!(text.contains(field), "{text}");
        let twice = match field.strip_suffix(':') {
            Some(name) => text.replacen(field, &format!("{name}:[],{field}"), 1),
            None => text.replacen(field, &format!("{field},{field}"), 1),
        };
        rejected(&twice, "duplicate field");
    }
}

#[test]
fn fields_are_known_present_and_of_their_type() {
    for (whole, from, to, because) in [
        (machines(), "\"stuck\":null,", "", "missing field `stuck`"),
        (machines(), "\"base\":2", "\"base\":null", "invalid type: null"),
        (machines(), "\"base\":2", "\"base\":2,\"words\":null", "invalid type: null"),
        (machines(), "\"base\":2", "\"weights\":[2],\"first\":[1]", "a numeration has"),
        (machines(), "\"base\":2", "\"base\":2.0", "floating point"),
        (machines(), "\"base\":2", "\"base\":-2", "invalid value"),
        (machines(), "\"base\":2", "\"bases\":2", "unknown field `bases`"),
        (machines(), "\"measure\":[1]", "\"measure\":[true]", "invalid type: boolean"),
        (machines(), "[false,true]", "[0,1]", "invalid type: integer"),
        (machines(), "[0,[0,0],0]", "[0,[0,0]]", "tuple"),
        (machines(), "[0,[0,0],0]", "[0,[0,0],0,0]", "trailing"),
        (machines(), "[0,[0,0],0]", "[0,[1,1],0]", "two steps"),
        (machines(), "[0,[0,0],0]", "[2,[0,0],0]", "from nowhere"),
        (machines(), "\"stuck\":null", "\"stuck\":null,\"implied_by\":null", "invalid type: null"),
        (values(), "\"repeat\":6", "\"repeat\":6,\"size\":null", "unknown field `size`"),
        (values(), "\"repeat\":6", "\"repeat\":{\"6\":null}", "invalid type: map"),
        (values(), "\"m\":3", "\"m\":[3]", "a parameter must be"),
        (values(), "\"m\":3", "\"m\":null", "a parameter must be"),
        (cases(), "\"if\":\"r <= m\"", "\"if\":null", "invalid type: null"),
        (cases(), "\"parameters\":{}", "\"parameters\":{\"m\":3}", "no parameter `m`"),
        (sum(), "\"preperiod\":0", "\"preperiod\":0e0", "floating point"),
        (sum(), "\"mexlab-certificate\":1", "\"mexlab-certificate\":2", "version 2"),
    ] {
        let text = whole.to_string();
        assert!(text.contains(from), "{text}");
        rejected(&text.replacen(from, to, 1), because);
    }
    rejected(&format!("{} {{}}", cases()), "trailing");
}

#[test]
fn nested_certificates_do_not_nest_without_limit() {
    let mut text = sum().to_string();
    for depth in 0..2000 {
        let theorem = if depth % 2 == 0 { "elsewhere" } else { "composed" };
        let data = match theorem {
            "elsewhere" => format!("{{\"others\":[{text}],\"follows_from\":0}}"),
            _ => format!("{{\"parts\":[{text}]}}"),
        };
        let whole = certificate(theorem, "sg", "true", json!("DATA"));
        text = whole.to_string().replace("\"DATA\"", &data);
    }
    rejected(&text, "recursion limit");
}

//! Certificates as JSON, and what the checker says of them.

use serde_json::{Map, Value, json};

pub(crate) fn verdict(certificate: &Value) -> Result<checker::Accepted, checker::Rejected> {
    checker::verify(&certificate.to_string())
}

pub(crate) fn rejected(certificate: &Value, because: &str) {
    let why = verdict(certificate).expect_err("a rejection").to_string();
    assert!(why.contains(because), "{why}\n{certificate:#}");
}

/// The certificate, whose data are numbers, with one field left out or of another type.
pub(crate) fn malformed(whole: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    let fields = [json!(null), json!(2), json!("x"), json!([]), json!({"x": 1})];
    let numbers = [json!(null), json!(-1), json!(1.5), json!("71"), json!(u64::MAX)];
    for (at, values) in [("", fields), ("/data", numbers)] {
        let object = whole.pointer(at).and_then(Value::as_object).expect("fields");
        let mut altered = |object: Map<String, Value>| {
            let mut other = whole.clone();
            *other.pointer_mut(at).expect("fields") = object.into();
            all.push(other);
        };
        for field in object.keys() {
            for value in &values {
                let mut object = object.clone();
                object[field] = value.clone();
                altered(object);
            }
            let mut object = object.clone();
            object.remove(field);
            altered(object);
        }
    }
    all
}

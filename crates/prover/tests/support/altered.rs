//! Certificates in which one thing is altered.

use serde_json::Value;

/// Every way to alter one number, truth value or list, or to leave one thing out.
pub(crate) fn altered(value: &Value, keep: &mut dyn FnMut(Value)) {
    match value {
        Value::Number(number) => {
            let number = number.as_u64().unwrap();
            keep((number + 1).into());
            number.checked_sub(1).into_iter().for_each(|less| keep(less.into()));
        }
        Value::Bool(truth) => keep((!truth).into()),
        Value::Array(list) => {
            for (at, entry) in list.iter().enumerate() {
                let mut with = |other: Option<Value>| {
                    let mut list = list.clone();
                    list.splice(at..=at, other);
                    keep(list.into());
                };
                with(None);
                altered(entry, &mut |other| with(Some(other)));
            }
        }
        Value::Object(object) => {
            for (name, entry) in object {
                let mut without = object.clone();
                without.remove(name);
                keep(without.into());
                altered(entry, &mut |other| {
                    let mut object = object.clone();
                    object.insert(name.clone(), other);
                    keep(object.into());
                });
            }
        }
        _ => keep(7.into()),
    }
}

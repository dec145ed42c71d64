//! Bytes as text: UTF-8 and UTF-16, with a byte order mark or without one.

use super::ReadError;

/// The text of these bytes. A byte order mark is no part of it.
///
/// # Errors
/// The bytes are neither UTF-8 nor UTF-16; the mistake names the line.
pub fn decode(bytes: Vec<u8>, name: &str) -> Result<String, ReadError> {
    let wide: Option<fn([u8; 2]) -> u16> = match bytes[..] {
        [0xff, 0xfe, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] => Some(u16::from_be_bytes),
        // An ASCII character, as every table begins with, has an empty half.
        [1..=255, 0, 1..=255, 0, ..] => Some(u16::from_le_bytes),
        [0, 1..=255, 0, 1..=255, ..] => Some(u16::from_be_bytes),
        _ => None,
    };
    let Some(unit) = wide else { return utf8(bytes, name) };
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let mut text = String::with_capacity(bytes.len() / 2);
    for character in char::decode_utf16(units) {
        let Ok(character) = character else {
            let line = text.matches('\n').count() + 1;
            return Err(wrong(line, "text that begins as UTF-16 and is not", name));
        };
        text.push(character);
    }
    match text.strip_prefix('\u{feff}') {
        Some(rest) => Ok(rest.to_owned()),
        None => Ok(text),
    }
}

fn utf8(bytes: Vec<u8>, name: &str) -> Result<String, ReadError> {
    let mut text = String::from_utf8(bytes).map_err(|e| {
        let valid = e.utf8_error().valid_up_to();
        let line = e.as_bytes()[..valid].iter().filter(|b| **b == b'\n').count() + 1;
        wrong(line, "bytes that are not UTF-8", name)
    })?;
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(text)
}

fn wrong(line: usize, found: &'static str, name: &str) -> ReadError {
    let mistake = super::wrong(line, found, "text; save it as UTF-8");
    ReadError { source_name: name.to_owned(), mistake }
}

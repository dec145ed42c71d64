//! The macro `message!` of the crate `message`, which documents it.

use proc_macro::{Delimiter, Group, Literal, Punct, Spacing, TokenStream, TokenTree};

/// A message: words as `format!` takes them, and what stands in their holes. See the crate `message`.
#[proc_macro]
pub fn message(input: TokenStream) -> TokenStream {
    match filled(input) {
        Ok(made) => made,
        Err(why) => format!("::core::compile_error!({why:?})").parse().unwrap_or_default(),
    }
}

/// `::message::filled!("words with {}", what stands there, ...)`.
fn filled(input: TokenStream) -> Result<TokenStream, String> {
    let mut parts = arguments(input).into_iter();
    let words = parts.next().and_then(|first| Some(first.into_iter().next()?.to_string()));
    let words =
        words.filter(|words| words.starts_with('"')).ok_or("a message begins with its words")?;
    let (mut given, mut used) = (parts.collect::<Vec<_>>(), 0);
    let (mut plain, mut holes) = (String::new(), Vec::new());
    let mut rest = words.as_str();
    while let Some(at) = rest.find(['{', '}']) {
        let (before, brace) = (&rest[..at], &rest[at..=at]);
        plain += before;
        rest = &rest[at + 1..];
        if before.ends_with("\\u") {
            let (code, behind) = rest.split_once('}').ok_or("an escape without an end")?;
            plain += &format!("{{{code}}}");
            rest = behind;
        } else if let Some(behind) = rest.strip_prefix(brace) {
            if brace == "}" && plain.ends_with('{') {
                return Err("braces with nothing between them would be a hole".to_owned());
            }
            plain += brace;
            rest = behind;
        } else if brace == "}" {
            return Err("`}` without `{`".to_owned());
        } else {
            let (hole, behind) = rest.split_once('}').ok_or("`{` without `}`")?;
            let (name, form) = hole.split_once(':').unwrap_or((hole, ""));
            let what = match name {
                "" => {
                    used += 1;
                    let next = given.get_mut(used - 1).map(std::mem::take);
                    next.ok_or("there are more holes than things to put in")?
                }
                name => name.parse().map_err(|_| format!("`{name}` is no name"))?,
            };
            holes.push(formatted(what, form)?);
            plain += "{}";
            rest = behind;
        }
    }
    plain += rest;
    if used < given.len() {
        return Err("there are more things to put in than holes".to_owned());
    }
    let words: Literal = plain.parse().map_err(|_| "the words are no literal")?;
    let mut all = TokenStream::from(TokenTree::from(words));
    for hole in holes {
        all.extend([TokenTree::from(Punct::new(',', Spacing::Alone))]);
        all.extend(hole);
    }
    called("::message::filled!", all)
}

/// What stands in a hole, in the form that stands behind its colon.
fn formatted(what: TokenStream, form: &str) -> Result<TokenStream, String> {
    if form.is_empty() {
        return Ok(what);
    }
    let words: Literal = format!("\"{{:{form}}}\"").parse().map_err(|_| "no form")?;
    let mut all = TokenStream::from(TokenTree::from(words));
    all.extend([TokenTree::from(Punct::new(',', Spacing::Alone))]);
    all.extend(what);
    called("::std::format_args!", all)
}

fn called(name: &str, arguments: TokenStream) -> Result<TokenStream, String> {
    let mut call: TokenStream = name.parse().map_err(|_| "no name")?;
    call.extend([TokenTree::from(Group::new(Delimiter::Parenthesis, arguments))]);
    Ok(call)
}

/// What stands between the commas.
fn arguments(input: TokenStream) -> Vec<TokenStream> {
    let mut all = vec![TokenStream::new()];
    for token in input {
        match (&token, all.last_mut()) {
            (TokenTree::Punct(sign), _) if sign.as_char() == ',' => all.push(TokenStream::new()),
            (_, Some(last)) => last.extend([token]),
            (_, None) => {}
        }
    }
    all.retain(|one| !one.is_empty());
    all
}

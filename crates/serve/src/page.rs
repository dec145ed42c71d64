//! The files of the page, and the headers that keep it to itself.

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// The page; `{nonce}` stands for what lets the editor add its own style sheet.
const PAGE: &str = include_str!("../web/page.html");
const SCRIPT: &str = include_str!("../web/page.js");
const STYLE: &str = include_str!("../web/page.css");

/// Nothing is fetched from elsewhere, and nobody frames the page. The browser's own editing of text writes
/// attributes of style.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; \
                      style-src-attr 'unsafe-inline'; img-src data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A file of the page by its name.
pub(crate) fn file(name: &str, saves: bool, links: &str) -> Response {
    let typed = |kind: &'static str, text: &'static str| {
        ([(header::CONTENT_TYPE, kind)], text).into_response()
    };
    match name {
        "" => start(saves, links),
        "page.js" => typed("text/javascript; charset=utf-8", SCRIPT),
        "page.css" => typed("text/css; charset=utf-8", STYLE),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The page, with a new nonce; `links` is the address to which copied links lead, empty for that of the page.
fn start(saves: bool, links: &str) -> Response {
    let mut bytes = [0; 16];
    if getrandom::fill(&mut bytes).is_err() {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let nonce: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let quoted = |text: &str| {
        text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
    };
    let page = PAGE.replace("{nonce}", &nonce).replace("{saves}", &saves.to_string());
    let page = page.replace("{links}", &quoted(links));
    let mut response = page.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    if let Ok(policy) = POLICY.replace("{nonce}", &nonce).parse() {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// Lines of JSON as they come.
pub(crate) fn lines(body: Body) -> Response {
    ([(header::CONTENT_TYPE, "application/x-ndjson")], body).into_response()
}

/// The response with the headers that every response has.
pub(crate) fn guarded(mut response: Response) -> Response {
    let all = [
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    let headers = response.headers_mut();
    for (name, value) in all {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert(HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"));
    response
}

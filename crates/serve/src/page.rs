//! What is sent back: the files of the page, lines as they come, and the headers that keep the page to itself.

use bytes::{Bytes, BytesMut};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use hyper::StatusCode;
use hyper::body::{Body, Frame};
use hyper::header::{self, HeaderName, HeaderValue};
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::AsyncRead;
use tokio_util::io::poll_read_buf;

/// A response: a text that is there, or one that comes.
pub(crate) type Response = hyper::Response<UnsyncBoxBody<Bytes, io::Error>>;

/// The page; `{nonce}` stands for what lets the editor add its own style sheet.
const PAGE: &str = include_str!("../web/page.html");
const SCRIPT: &str = include_str!("../web/page.js");
const STYLE: &str = include_str!("../web/page.css");

/// Nothing is fetched from elsewhere, and nobody frames the page. The browser's own editing of text writes
/// attributes of style.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; \
                      style-src-attr 'unsafe-inline'; img-src data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Bytes of an answer that are sent at once, at most.
const CHUNK: usize = 4096;

/// A file of the page by its name.
pub(crate) fn file(name: &str, saves: bool, links: &str) -> Response {
    match name {
        "" => start(saves, links),
        "page.js" => typed("text/javascript; charset=utf-8", whole(SCRIPT)),
        "page.css" => typed("text/css; charset=utf-8", whole(STYLE)),
        _ => status(StatusCode::NOT_FOUND),
    }
}

/// The page, with a new nonce; `links` is the address to which copied links lead, empty for that of the page.
fn start(saves: bool, links: &str) -> Response {
    let mut bytes = [0; 16];
    if getrandom::fill(&mut bytes).is_err() {
        return status(StatusCode::INTERNAL_SERVER_ERROR);
    }
    let nonce: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let quoted = |text: &str| {
        text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
    };
    let page = PAGE.replace("{nonce}", &nonce).replace("{saves}", &saves.to_string());
    let page = page.replace("{links}", &quoted(links));
    let mut response = typed("text/html; charset=utf-8", whole(page));
    let headers = response.headers_mut();
    if let Ok(policy) = POLICY.replace("{nonce}", &nonce).parse() {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// A status alone.
pub(crate) fn status(status: StatusCode) -> Response {
    let mut response = Response::new(whole(""));
    *response.status_mut() = status;
    response
}

/// A text with a status.
pub(crate) fn text(status: StatusCode, text: String) -> Response {
    let mut response = typed("text/plain; charset=utf-8", whole(text));
    *response.status_mut() = status;
    response
}

/// Lines of JSON as they come.
pub(crate) fn lines(reader: impl AsyncRead + Send + Unpin + 'static) -> Response {
    typed("application/x-ndjson", Arriving { reader, read: BytesMut::new() }.boxed_unsync())
}

fn typed(kind: &'static str, body: UnsyncBoxBody<Bytes, io::Error>) -> Response {
    let mut response = Response::new(body);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

fn whole(text: impl Into<Bytes>) -> UnsyncBoxBody<Bytes, io::Error> {
    Full::new(text.into()).map_err(|never| match never {}).boxed_unsync()
}

/// What a reader has is sent as soon as it has it.
struct Arriving<R> {
    reader: R,
    read: BytesMut,
}

impl<R: AsyncRead + Unpin> Body for Arriving<R> {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        let Self { reader, read } = self.get_mut();
        read.reserve(CHUNK);
        let length = ready!(poll_read_buf(Pin::new(reader), context, read))?;
        Poll::Ready((length > 0).then(|| Ok(Frame::data(read.split().freeze()))))
    }
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

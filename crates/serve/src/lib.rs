//! The workbench in a browser: a page on the loopback interface, and access control for it.
//!
//! Nothing here knows what a game is. A process of its own (`mexlab session`) answers every question
//! of the page, and its lines are passed on as they come. If the rule is edited or the page closed,
//! the process is killed; a rule that takes all memory takes that of its process; and two browsers
//! do not disturb each other. The running processes are the only state.
//!
//! ```no_run
//! # use serve::{Server, Settings, Worker};
//! # use std::time::Duration;
//! let (time, long) = (Duration::from_secs(20), Duration::from_secs(600));
//! let (small, most) = (vec!["catalogue"], 2);
//! let (program, arguments) = ("mexlab".into(), vec!["session".into()]);
//! let worker = Worker { program, arguments, small, most, time, long };
//! let server = Server::bind(Settings { port: None, worker, save: None, links: None })?;
//! println!("{}", server.address());
//! server.run();
//! # Ok::<(), std::io::Error>(())
//! ```

mod guard;
mod page;
mod worker;

pub use worker::Worker;

use guard::Guard;
use http_body_util::{BodyExt, Limited};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{HeaderMap, Method, Request, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use page::Response;
use std::convert::Infallible;
use std::error::Error;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{sleep, timeout};
use worker::{Refused, Workers};

/// A question, or a rule to save, is no longer than this.
const MAX_BODY: usize = 1 << 20;
/// How often the server looks whether it should end.
const LOOK: Duration = Duration::from_millis(100);
/// A head of a request, or its body, is sent in this time; a connection on which nothing is asked for so long is
/// closed.
const SENDING: Duration = Duration::from_secs(10);

/// Saves a rule by its name and text; the last argument says whether it may replace another.
pub type Save =
    Box<dyn Fn(&str, &str, bool) -> Result<Saved, Box<dyn Error + Send + Sync>> + Send + Sync>;

/// What became of a rule that should be saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// It is there.
    As(PathBuf),
    /// There is something else of that name already, which stays as it is.
    Taken(PathBuf),
}

/// What a server is given.
pub struct Settings {
    /// Port on 127.0.0.1; `None` for one that is free.
    pub port: Option<u16>,
    /// How questions are answered.
    pub worker: Worker,
    /// What saves rules, where the user allowed that.
    pub save: Option<Save>,
    /// The address to which copied links lead; `None` for that of the page.
    pub links: Option<String>,
}

/// A server that has its port.
pub struct Server {
    runtime: tokio::runtime::Runtime,
    listener: tokio::net::TcpListener,
    state: Arc<Serving>,
}

struct Serving {
    guard: Guard,
    workers: Arc<Workers>,
    save: Option<Save>,
    links: String,
}

impl Server {
    /// Takes the port.
    ///
    /// # Errors
    /// The port is taken, or the system gives no randomness.
    pub fn bind(settings: Settings) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, settings.port.unwrap_or(0)));
        let listener = runtime.block_on(tokio::net::TcpListener::bind(address))?;
        let guard = Guard::new(listener.local_addr()?.port())?;
        let workers = Arc::new(Workers::new(settings.worker));
        let links = settings.links.unwrap_or_default();
        let state = Arc::new(Serving { guard, workers, save: settings.save, links });
        Ok(Self { runtime, listener, state })
    }

    /// The address of the page. Whoever knows it may ask.
    #[must_use]
    pub fn address(&self) -> String {
        self.state.guard.address()
    }

    /// Serves until [`patience::end`] is called; what is running then is killed.
    pub fn run(self) {
        let Self { runtime, listener, state } = self;
        runtime.spawn(accept(listener, state));
        runtime.block_on(async {
            while !patience::was_ended() {
                sleep(LOOK).await;
            }
        });
    }
}

/// Serves every connection.
async fn accept(listener: tokio::net::TcpListener, state: Arc<Serving>) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(SENDING);
    loop {
        // One may be over before it was accepted; where too many are open, some end soon.
        let Ok((stream, _)) = listener.accept().await else {
            sleep(LOOK).await;
            continue;
        };
        let state = Arc::clone(&state);
        let service = service_fn(move |request| {
            let state = Arc::clone(&state);
            async move { Ok::<_, Infallible>(respond(&state, request).await) }
        });
        // What goes wrong on a connection is that of who opened it.
        tokio::spawn(http.serve_connection(TokioIo::new(stream), service));
    }
}

/// Answers a request that the guard lets in.
async fn respond(state: &Serving, request: Request<Incoming>) -> Response {
    let (parts, body) = request.into_parts();
    let path = match state.guard.admit(parts.uri.path(), &parts.headers) {
        Ok(path) => path.to_owned(),
        Err(status) => return page::guarded(page::status(status)),
    };
    let response = match (&parts.method, path.as_str()) {
        (&Method::GET | &Method::HEAD, file) => {
            page::file(file, state.save.is_some(), &state.links)
        }
        (&Method::POST, "session") => ask(state, &parts.headers, body).await,
        (&Method::POST, path) => match path.split_once('/') {
            Some(("stop", question)) => {
                state.workers.stop(question).await;
                page::status(StatusCode::NO_CONTENT)
            }
            Some(("save", name)) => save(state, name, false, body).await,
            Some(("replace", name)) => save(state, name, true, body).await,
            _ => page::status(StatusCode::NOT_FOUND),
        },
        _ => page::status(StatusCode::METHOD_NOT_ALLOWED),
    };
    page::guarded(response)
}

/// The body of a request.
///
/// # Errors
/// The status to answer with: it is too large, or does not come.
async fn received(body: Incoming) -> Result<Vec<u8>, StatusCode> {
    match timeout(SENDING, Limited::new(body, MAX_BODY).collect()).await {
        Ok(Ok(bytes)) => Ok(bytes.to_bytes().into()),
        Ok(Err(_)) => Err(StatusCode::PAYLOAD_TOO_LARGE),
        Err(_) => Err(StatusCode::REQUEST_TIMEOUT),
    }
}

/// Passes a question to a process, and its lines back.
async fn ask(state: &Serving, headers: &HeaderMap, body: Incoming) -> Response {
    let question = match received(body).await {
        Ok(question) => question,
        Err(status) => return page::status(status),
    };
    let name = headers.get("x-question").and_then(|name| name.to_str().ok()).unwrap_or("");
    match state.workers.ask(name, &question) {
        Ok(answer) => page::lines(answer),
        Err(Refused::Senseless) => page::status(StatusCode::BAD_REQUEST),
        Err(Refused::Busy) => page::status(StatusCode::SERVICE_UNAVAILABLE),
    }
}

/// Saves a rule where the user allowed that; 409 where something else has that name.
async fn save(state: &Serving, name: &str, replaces: bool, body: Incoming) -> Response {
    let Some(save) = &state.save else { return page::status(StatusCode::FORBIDDEN) };
    let is_name = (1..=64).contains(&name.len())
        && name.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-');
    if !is_name {
        return page::status(StatusCode::BAD_REQUEST);
    }
    let text = received(body).await.ok();
    let Some(text) = text.and_then(|text| String::from_utf8(text).ok()) else {
        return page::status(StatusCode::BAD_REQUEST);
    };
    match save(name, &text, replaces) {
        Ok(Saved::As(path)) => page::text(StatusCode::OK, path.display().to_string()),
        Ok(Saved::Taken(path)) => page::text(StatusCode::CONFLICT, path.display().to_string()),
        Err(why) => page::text(StatusCode::INTERNAL_SERVER_ERROR, why.to_string()),
    }
}

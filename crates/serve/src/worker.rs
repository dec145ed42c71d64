//! Processes that answer questions: how many there are, how long they may take, and how they end.

use serde_json::Value;
use std::collections::HashMap;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::pin::Pin;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWriteExt, ReadBuf};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep};

/// Questions that wait for a process at most.
const MAX_WAITING: usize = 32;
/// A process that was told to end has this long to say what it has.
const GRACE: Duration = Duration::from_secs(5);

/// How a process is started.
#[derive(Clone, Debug)]
pub struct Worker {
    /// The program.
    pub program: PathBuf,
    /// Its arguments, without those for the time.
    pub arguments: Vec<OsString>,
    /// Processes at once.
    pub most: usize,
    /// How long an answer may take.
    pub time: Duration,
    /// How long it may take where the user asked for long work.
    pub long: Duration,
}

/// Why a question is not answered.
#[derive(Debug)]
pub(crate) enum Refused {
    /// It is no JSON object.
    Senseless,
    /// Too many wait.
    Busy,
    /// No process could be started.
    Failed(io::Error),
}

/// What answers all questions.
#[derive(Debug)]
pub(crate) struct Workers {
    worker: Worker,
    free: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// Where to tell a process that it should end, by the name of its question.
    running: Mutex<HashMap<String, ChildStdin>>,
}

impl Workers {
    /// None is running yet.
    pub(crate) fn new(worker: Worker) -> Self {
        let free = Arc::new(Semaphore::new(worker.most.max(1)));
        Self { worker, free, waiting: AtomicUsize::new(0), running: Mutex::default() }
    }

    /// Starts a process for a question. Whoever drops the answer kills it.
    pub(crate) async fn ask(
        self: &Arc<Self>,
        name: &str,
        question: &[u8],
    ) -> Result<Answer, Refused> {
        let Ok(Value::Object(mut content)) = serde_json::from_slice(question) else {
            return Err(Refused::Senseless);
        };
        let language = match content.remove("lang").as_ref().and_then(Value::as_str) {
            Some("zh") => "zh",
            _ => "en",
        };
        let is_long = content.get("long") == Some(&Value::Bool(true));
        let time = if is_long { self.worker.long } else { self.worker.time };
        let permit = self.permit().await?;
        let mut child = Command::new(&self.worker.program)
            .args(&self.worker.arguments)
            .args(["--lang", language, "--time", &time.as_secs().to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .map_err(Refused::Failed)?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Refused::Failed(io::ErrorKind::BrokenPipe.into()));
        };
        let line = format!("{}\n", Value::Object(content));
        stdin.write_all(line.as_bytes()).await.map_err(Refused::Failed)?;
        stdin.flush().await.map_err(Refused::Failed)?;
        let name = name.to_owned();
        self.running().insert(name.clone(), stdin);
        let until = Instant::now().checked_add(time + GRACE);
        Ok(Answer {
            stdout,
            child,
            until: until.map(|until| Box::pin(tokio::time::sleep_until(until))),
            name,
            of: Arc::clone(self),
            _permit: permit,
        })
    }

    /// Waits for a process that may be started.
    async fn permit(&self) -> Result<OwnedSemaphorePermit, Refused> {
        let waits = Waits::new(&self.waiting)?;
        let permit = Arc::clone(&self.free).acquire_owned().await;
        drop(waits);
        permit.map_err(|_| Refused::Busy)
    }

    /// Tells the process of a question to end and to say what it has.
    pub(crate) async fn stop(&self, name: &str) {
        let stdin = self.running().remove(name);
        if let Some(mut stdin) = stdin {
            // A process that has ended needs not be told.
            let _ = stdin.write_all(b"stop\n").await;
            let _ = stdin.flush().await;
        }
    }

    fn running(&self) -> std::sync::MutexGuard<'_, HashMap<String, ChildStdin>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A question that waits; it is counted no more when its page is closed.
struct Waits<'w>(&'w AtomicUsize);

impl<'w> Waits<'w> {
    fn new(waiting: &'w AtomicUsize) -> Result<Self, Refused> {
        let waits = Self(waiting);
        match waiting.fetch_add(1, Ordering::Relaxed) < MAX_WAITING {
            true => Ok(waits),
            false => Err(Refused::Busy),
        }
    }
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The lines of a process. Dropping it kills the process.
pub(crate) struct Answer {
    stdout: ChildStdout,
    child: Child,
    until: Option<Pin<Box<Sleep>>>,
    name: String,
    of: Arc<Workers>,
    _permit: OwnedSemaphorePermit,
}

impl AsyncRead for Answer {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let is_due = |until: &mut Pin<Box<Sleep>>| until.as_mut().poll(context).is_ready();
        if self.until.as_mut().is_some_and(is_due) {
            // It was told by `--time`, and did not listen. A process that has ended cannot be killed.
            let _ = self.child.start_kill();
            return Poll::Ready(Ok(()));
        }
        Pin::new(&mut self.stdout).poll_read(context, buffer)
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.of.running().remove(&self.name);
    }
}

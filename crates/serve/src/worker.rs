//! Processes that answer questions: how many there are, how long they may take, and how they end.

use serde_json::{Value, json};
use std::collections::HashMap;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::pin::Pin;
use std::process::{ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt, ReadBuf};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout_at};

/// Questions that wait for a process at most.
const MAX_WAITING: usize = 32;
/// Small questions that are answered at once.
const MAX_SMALL: usize = 2;
/// A process that was told to end has this long to say what it has.
const GRACE: Duration = Duration::from_secs(5);
/// Bytes of what a process last said on standard error that are passed on.
const MAX_LAST_WORDS: usize = 2000;

/// How a process is started.
#[derive(Clone, Debug)]
pub struct Worker {
    /// The program.
    pub program: PathBuf,
    /// Its arguments, without those for the time.
    pub arguments: Vec<OsString>,
    /// What is asked by questions that never take long: the values of their field `ask`. They have places of
    /// their own.
    pub small: Vec<&'static str>,
    /// Processes at once, of long questions and of all others.
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
}

/// What answers all questions.
#[derive(Debug)]
pub(crate) struct Workers {
    worker: Worker,
    /// Places for processes: of small questions, of long ones, and of the others. None takes another's.
    small: Arc<Semaphore>,
    long: Arc<Semaphore>,
    usual: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// Where to tell a process that it should end, by the name of its question.
    running: Mutex<HashMap<String, ChildStdin>>,
}

impl Workers {
    /// Workers of which none is running yet.
    pub(crate) fn new(worker: Worker) -> Self {
        let places = |most: usize| Arc::new(Semaphore::new(most.max(1)));
        let (small, long, usual) = (places(MAX_SMALL), places(worker.most), places(worker.most));
        Self { worker, small, long, usual, waiting: AtomicUsize::new(0), running: Mutex::default() }
    }

    /// The answer to a question, for which a process is started as soon as there is a place. Whoever drops the
    /// answer kills the process.
    ///
    /// # Errors
    /// The question is none, or too many wait.
    pub(crate) fn ask(self: &Arc<Self>, name: &str, question: &[u8]) -> Result<Reply, Refused> {
        let Ok(Value::Object(mut content)) = serde_json::from_slice(question) else {
            return Err(Refused::Senseless);
        };
        let language = match content.remove("lang").as_ref().and_then(Value::as_str) {
            Some("zh") => "zh",
            _ => "en",
        };
        let is_long = content.get("long") == Some(&Value::Bool(true));
        let asked = content.get("ask").and_then(Value::as_str).unwrap_or_default();
        let (places, time) = match self.worker.small.contains(&asked) {
            true => (&self.small, self.worker.time),
            false if is_long => (&self.long, self.worker.long),
            false => (&self.usual, self.worker.time),
        };
        let line = format!("{}\n", Value::Object(content));
        let (workers, name) = (Arc::clone(self), name.to_owned());
        let (said, start): (_, Start) = match Arc::clone(places).try_acquire_owned() {
            Ok(place) => {
                let start = async move { workers.start(&name, &line, language, time, place).await };
                (Vec::new(), Box::pin(start))
            }
            Err(_) => {
                let (waits, places) = (Waits::new(self)?, Arc::clone(places));
                let start = async move {
                    let place = places.acquire_owned().await.map_err(io::Error::other)?;
                    drop(waits);
                    workers.start(&name, &line, language, time, place).await
                };
                (event("waiting", json!({})), Box::pin(start))
            }
        };
        Ok(Reply { said, given: 0, state: State::Starting(start) })
    }

    async fn start(
        self: Arc<Self>,
        name: &str,
        line: &str,
        language: &str,
        time: Duration,
        place: OwnedSemaphorePermit,
    ) -> io::Result<Running> {
        let mut child = Command::new(&self.worker.program)
            .args(&self.worker.arguments)
            .args(["--lang", language, "--time", &time.as_secs().to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let (Some(mut stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        stdin.write_all(line.as_bytes()).await?;
        stdin.flush().await?;
        self.running().insert(name.to_owned(), stdin);
        let told = Told { name: name.to_owned(), of: self };
        let ended = tokio::spawn(watched(child, stderr, Instant::now() + time + GRACE, place));
        Ok(Running { stdout, ended: Ended(ended), _told: told })
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

/// Waits for the end of a process, whoever reads what it says; one that does not end in time is killed. An event
/// where it did not end well, with what it said on standard error.
async fn watched(
    mut child: Child,
    mut stderr: ChildStderr,
    until: Instant,
    _place: OwnedSemaphorePermit,
) -> Option<Vec<u8>> {
    let mut words = Vec::new();
    let heard = async {
        let mut part = [0; 1024];
        while let Ok(read @ 1..) = stderr.read(&mut part).await {
            words.extend_from_slice(&part[..read]);
            words.drain(..words.len().saturating_sub(MAX_LAST_WORDS));
        }
        child.wait().await
    };
    let ended = timeout_at(until, heard).await;
    let is_late = ended.is_err();
    let status = match ended {
        Ok(status) => status.ok(),
        Err(_) => {
            let _ = child.kill().await;
            child.wait().await.ok()
        }
    };
    if status.is_some_and(|status| status.success()) {
        return None;
    }
    let signal = status.and_then(signal_of);
    let status = status.and_then(|status| status.code());
    let words = String::from_utf8_lossy(&words).trim().to_owned();
    let said = json!({ "status": status, "signal": signal, "late": is_late, "words": words });
    Some(event("died", said))
}

/// The signal that ended a process.
fn signal_of(status: ExitStatus) -> Option<i32> {
    #[cfg(unix)]
    return std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    return None;
}

/// A line of JSON as those of the process.
fn event(name: &str, mut content: Value) -> Vec<u8> {
    content["event"] = name.into();
    format!("{content}\n").into_bytes()
}

/// A question that waits; it is counted no more when its page is closed.
struct Waits(Arc<Workers>);

impl Waits {
    fn new(workers: &Arc<Workers>) -> Result<Self, Refused> {
        let waits = Self(Arc::clone(workers));
        match workers.waiting.fetch_add(1, Ordering::Relaxed) < MAX_WAITING {
            true => Ok(waits),
            false => Err(Refused::Busy),
        }
    }
}

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

type Start = Pin<Box<dyn Future<Output = io::Result<Running>> + Send>>;

/// The lines of an answer. Dropping it kills the process.
pub(crate) struct Reply {
    /// What the server itself says, and how much of it was given.
    said: Vec<u8>,
    given: usize,
    state: State,
}

enum State {
    Starting(Start),
    Running(Running),
    Ending(Ended),
    Over,
}

/// A process, and who waits for its end.
struct Running {
    stdout: ChildStdout,
    ended: Ended,
    _told: Told,
}

/// The end of a process; dropping it kills the process.
struct Ended(JoinHandle<Option<Vec<u8>>>);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// A process that can be told to end.
struct Told {
    name: String,
    of: Arc<Workers>,
}

impl Drop for Told {
    fn drop(&mut self) {
        self.of.running().remove(&self.name);
    }
}

impl AsyncRead for Reply {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            let rest = &self.said[self.given..];
            if !rest.is_empty() {
                let part = rest.len().min(buffer.remaining());
                buffer.put_slice(&rest[..part]);
                self.given += part;
                return Poll::Ready(Ok(()));
            }
            match &mut self.state {
                State::Starting(start) => match ready!(start.as_mut().poll(context)) {
                    Ok(running) => self.state = State::Running(running),
                    Err(why) => {
                        self.say(event("died", json!({ "words": why.to_string() })));
                        self.state = State::Over;
                    }
                },
                State::Running(running) => {
                    let before = buffer.filled().len();
                    ready!(Pin::new(&mut running.stdout).poll_read(context, buffer))?;
                    if buffer.filled().len() > before {
                        return Poll::Ready(Ok(()));
                    }
                    if let State::Running(running) = std::mem::replace(&mut self.state, State::Over)
                    {
                        self.state = State::Ending(running.ended);
                    }
                }
                State::Ending(ended) => {
                    let died = ready!(Pin::new(&mut ended.0).poll(context)).ok().flatten();
                    self.say(died.unwrap_or_default());
                    self.state = State::Over;
                }
                State::Over => return Poll::Ready(Ok(())),
            }
        }
    }
}

impl Reply {
    fn say(&mut self, line: Vec<u8>) {
        self.said = line;
        self.given = 0;
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    /// The workers of a shell script, which reads its question.
    fn shell(script: &str) -> Arc<Workers> {
        Arc::new(Workers::new(Worker {
            program: "sh".into(),
            arguments: vec!["-c".into(), format!("read question; {script}").into()],
            small: vec!["small"],
            most: 1,
            time: Duration::from_secs(60),
            long: Duration::from_secs(60),
        }))
    }

    async fn whole(mut answer: Reply) -> String {
        let mut said = String::new();
        answer.read_to_string(&mut said).await.expect("UTF-8");
        said
    }

    fn now<T>(work: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(work)
    }

    #[test]
    fn what_a_process_that_ended_badly_said_is_passed_on() {
        now(async {
            let ask = |script: &str| whole(shell(script).ask("q", b"{}").expect("asked"));
            assert_eq!(ask("echo one; echo unheard >&2").await, "one\n");
            let died = ask("echo one; head -c 9999 /dev/zero >&2; echo >&2 too much; exit 7").await;
            let (one, died) = died.split_once('\n').expect("two lines");
            let died: Value = serde_json::from_str(died).expect("JSON");
            assert_eq!((one, &died["event"], &died["status"]), ("one", &json!("died"), &json!(7)));
            assert!(died["words"].as_str().expect("words").ends_with("too much"), "{died}");
            let killed: Value = serde_json::from_str(&ask("kill -9 $$").await).expect("JSON");
            assert_eq!((&killed["signal"], &killed["late"]), (&json!(9), &json!(false)));
        });
    }

    #[test]
    fn who_waits_is_told_and_small_questions_do_not_wait() {
        now(async {
            let workers = shell("echo $question");
            let ask = |question: &[u8]| workers.ask("q", question).expect("asked");
            let mut first = ask(b"{}");
            let mut begun = [0; 2];
            first.read_exact(&mut begun).await.expect("an answer begins");
            let second = ask(b"{}");
            for question in [&b"{\"ask\":\"small\"}"[..], b"{\"long\":true}"] {
                let said = whole(ask(question)).await;
                assert_eq!(said.trim().as_bytes(), question);
            }
            assert_eq!(whole(first).await, "\n");
            assert_eq!(whole(second).await, "{\"event\":\"waiting\"}\n{}\n");
        });
    }

    #[test]
    fn who_waits_no_more_leaves_no_trace() {
        now(async {
            let workers = shell("sleep 600");
            let mut first = workers.ask("q", b"{}").expect("asked");
            let begun = tokio::time::timeout(Duration::from_millis(300), first.read_u8()).await;
            assert!(begun.is_err(), "it says nothing");
            for _ in 0..2 * MAX_WAITING {
                assert!(workers.ask("q", b"{}").is_ok());
            }
            let waiting: Vec<_> = (0..MAX_WAITING).map(|_| workers.ask("q", b"{}")).collect();
            assert!(waiting.iter().all(Result::is_ok));
            assert!(workers.ask("q", b"{}").is_err());
            drop((first, waiting));
            assert_eq!(workers.waiting.load(Ordering::Relaxed), 0);
            assert!(workers.running().is_empty());
        });
    }
}

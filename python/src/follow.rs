//! Work off the interpreter's lock: it runs in a thread of its own, and the thread that asked for it tells
//! of progress, hears Ctrl-C, and waits.
//!
//! [`patience::end`] speaks to the whole process: Ctrl-C ends the work of all threads. Work that begins
//! meanwhile waits until all other work has ended.

use crate::error::defect;
use engine::Progress;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;
use workbench::Watch;

/// Time between two looks at signals and progress.
const BETWEEN: Duration = Duration::from_millis(50);
/// Bytes of stack: rules and laws may be nested as deeply as on the main thread of the program.
const STACK: usize = 64 << 20;

/// How much work runs in the process.
static RUNNING: AtomicU32 = AtomicU32::new(0);
/// Threads for the work of a process that was forked off: those of its parent are not there.
static POOL: Mutex<Option<Arc<rayon::ThreadPool>>> = Mutex::new(None);
static IS_FORKED: AtomicBool = AtomicBool::new(false);

/// Nothing runs in a process that was just forked off, and no pool of threads lives there.
pub(crate) fn after_fork() {
    RUNNING.store(0, Ordering::SeqCst);
    patience::go_on();
    IS_FORKED.store(true, Ordering::SeqCst);
    if let Ok(mut pool) = POOL.try_lock() {
        // Its threads are gone: dropping it would wait for them.
        std::mem::forget(pool.take());
    }
}

/// Work that counts as running.
struct Running;

impl Running {
    /// `None` while work that was asked to end has not ended.
    fn begin() -> Option<Self> {
        RUNNING.fetch_add(1, Ordering::SeqCst);
        let begun = Self;
        (!patience::was_ended()).then_some(begun)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if RUNNING.fetch_sub(1, Ordering::SeqCst) == 1 {
            patience::go_on();
        }
    }
}

/// Hears how far the work is.
#[derive(Default)]
pub(crate) struct Follower {
    done: AtomicU64,
    total: AtomicU64,
}

impl Progress for Follower {
    fn advance(&self, done: u64, total: u64) -> bool {
        self.done.store(done, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
        !patience::was_ended()
    }
}

impl Watch for Follower {}

/// Does some work without the interpreter's lock. `progress` is called with steps done and steps in all,
/// 0 where nobody knows how many.
///
/// The second half of the answer is the exception that asked the work to end, if one did: what the work
/// has then is all there will be.
///
/// # Errors
/// A defect: the work panicked.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Follower) -> T + Send,
) -> PyResult<(T, Option<PyErr>)> {
    let running = loop {
        if let Some(running) = Running::begin() {
            break running;
        }
        py.detach(|| std::thread::sleep(BETWEEN));
        py.check_signals()?;
    };
    let follower = Follower::default();
    let progress = progress.map(|progress| progress.clone().unbind());
    let ended = py.detach(|| attend(&follower, progress.as_ref(), work));
    drop(running);
    match ended {
        (Ok(result), asked) => Ok((result, asked)),
        (Err(_), Some(asked)) => Err(asked),
        (Err(panic), None) => Err(defect(py, &*panic)),
    }
}

fn attend<T: Send>(
    follower: &Follower,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&Follower) -> T + Send,
) -> (std::thread::Result<T>, Option<PyErr>) {
    std::thread::scope(|scope| {
        let (tell, told) = sync_channel::<()>(1);
        let worker = move || {
            // Told when it is dropped, by a panic too.
            let _tell = tell;
            in_pool(|| work(follower))
        };
        let worker = match Builder::new().stack_size(STACK).spawn_scoped(scope, worker) {
            Ok(worker) => worker,
            Err(error) => {
                let why: Box<dyn std::any::Any + Send> = Box::new(format!("no thread: {error}"));
                return (Err(why), None);
            }
        };
        let mut asked: Option<PyErr> = None;
        while told.recv_timeout(BETWEEN) == Err(RecvTimeoutError::Timeout) {
            if asked.is_some() {
                continue;
            }
            let seen = Python::attach(|py| {
                py.check_signals()?;
                let Some(progress) = progress else { return Ok(()) };
                let steps = [&follower.done, &follower.total].map(|n| n.load(Ordering::Relaxed));
                progress.call1(py, (steps[0], steps[1])).map(|_| ())
            });
            if let Err(error) = seen {
                patience::end();
                asked = Some(error);
            }
        }
        (worker.join(), asked)
    })
}

/// The work, in a pool of its own where the usual one was left behind by a fork. Other work that a thread of
/// a pool takes up while it waits must not count as its own.
fn in_pool<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if !IS_FORKED.load(Ordering::SeqCst) {
        return work();
    }
    let pool = {
        let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
        if pool.is_none() {
            let made = rayon::ThreadPoolBuilder::new().stack_size(STACK).build();
            *pool = made.ok().map(Arc::new);
        }
        pool.clone()
    };
    match pool {
        Some(pool) => pool.install(|| patience::apart(work)),
        None => work(),
    }
}

//! The page's questions answered in a browser: a module of WebAssembly for `web/src/worker.ts`.
//!
//! The worker asks for [`room`], writes a question there, and calls [`ask`]; each line of the answer comes by the
//! import `hear`. A panic comes by `panicked`; memory that ends is a trap without one. One question is answered at
//! a time, and ending the worker ends it.

use engine::{Kernel, Limits};
use session::{Asker, Surroundings, answer};
use std::panic::set_hook;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use wording::words::Lang;
use workbench::{Failure, Method};

/// Bytes that a table may take: less than half of the memory that the module may grow to.
const MEMORY: u64 = 400_000_000;

/// The question to come.
static QUESTION: Mutex<Vec<u8>> = Mutex::new(Vec::new());

#[expect(
    unsafe_code,
    reason = "what the worker gives: it reads the bytes during the call, and keeps no address"
)]
mod worker {
    #[link(wasm_import_module = "worker")]
    unsafe extern "C" {
        safe fn now() -> f64;
        fn hear(text: *const u8, length: usize);
        fn panicked(text: *const u8, length: usize);
    }

    /// Milliseconds since some fixed moment.
    pub(super) fn milliseconds() -> f64 {
        now()
    }

    pub(super) fn say(line: &str) {
        // SAFETY: the text is there until the call returns.
        unsafe { hear(line.as_ptr(), line.len()) }
    }

    pub(super) fn tell_panic(words: &str) {
        // SAFETY: as above.
        unsafe { panicked(words.as_ptr(), words.len()) }
    }
}

struct Worker;

impl Asker for Worker {
    fn hears(&self, line: &str) -> bool {
        worker::say(line);
        true
    }
}

/// Makes room for a question of so many bytes, and says where it is; the next call of [`ask`] takes it.
#[expect(unsafe_code, reason = "the worker finds it by its name, which nothing else has")]
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    let mut question = QUESTION.lock().unwrap_or_else(PoisonError::into_inner);
    *question = vec![0; length];
    question.as_mut_ptr()
}

/// Answers the question that stands in the room.
#[expect(unsafe_code, reason = "as above")]
#[unsafe(no_mangle)]
pub extern "C" fn ask() {
    patience::set_clock(|| Duration::from_secs_f64(worker::milliseconds() / 1000.0));
    set_hook(Box::new(|panic| worker::tell_panic(&panic.to_string())));
    let question = std::mem::take(&mut *QUESTION.lock().unwrap_or_else(PoisonError::into_inner));
    let question = String::from_utf8(question)
        .map_err(|_| Failure::Mistake("the question is no UTF-8 text".into()));
    let method = Method { kernel: Kernel::Auto, limits: Limits { memory: MEMORY } };
    answer(question, &Surroundings { lang: Lang::En, method, asker: &Worker });
}

//! How the answer reaches who asked: events, progress, remarks.

use engine::Progress;
use patience::Instant;
use serde_json::{Value, json};
use std::sync::Mutex;
use std::time::Duration;
use wording::notice::remark;
use wording::words::{Lang, Words};
use workbench::{Notice, Watch};

/// Time between two events that tell of progress.
const BETWEEN: Duration = Duration::from_millis(200);

/// Who asked a question.
pub trait Asker: Sync {
    /// Hears a line of the answer, without the end of the line; `false` if nobody hears any more, which ends
    /// the work.
    fn hears(&self, line: &str) -> bool;

    /// Whether work that was stopped was stopped by a limit of time.
    fn is_late(&self) -> bool {
        false
    }
}

/// Tells the asker what is found.
pub(crate) struct Telling<'a> {
    pub(crate) asker: &'a dyn Asker,
    /// The words of the chosen language.
    pub(crate) words: Words,
    /// When progress was last told.
    told: Mutex<Instant>,
}

impl<'a> Telling<'a> {
    pub(crate) fn new(asker: &'a dyn Asker, lang: Lang) -> Self {
        Self { asker, words: Words::of(lang), told: Mutex::new(Instant::now()) }
    }

    /// Tells an event, a line of JSON.
    pub(crate) fn event(&self, name: &str, content: Value) {
        let mut event = json!({ "event": name });
        if let (Some(event), Value::Object(content)) = (event.as_object_mut(), content) {
            event.extend(content);
        }
        self.line(&event.to_string());
    }

    /// Tells an event that is written already.
    pub(crate) fn line(&self, line: &str) {
        if !self.asker.hears(line) {
            patience::end();
        }
    }
}

impl Progress for Telling<'_> {
    fn advance(&self, done: u64, total: u64) -> bool {
        if let Ok(mut told) = self.told.try_lock()
            && told.elapsed() > BETWEEN
        {
            *told = Instant::now();
            self.event("progress", json!({ "done": done, "total": total }));
        }
        !patience::was_ended()
    }
}

impl Watch for Telling<'_> {
    fn notice(&self, notice: Notice<'_>) {
        self.event("remark", json!({ "text": self.words.told(&remark(notice)) }));
    }
}

//! What is wrong with a text: place, cause and remedy; and how it is shown.

use codespan_reporting::files::SimpleFile;
use codespan_reporting::{diagnostic as report, term};
use message::{Message, Tell, message};

use crate::ast::Span;
use crate::lexer::floor_boundary;
use crate::visible::visible;

/// One mistake in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable code such as `R012`, one per kind of mistake.
    pub code: &'static str,
    /// The cause, one sentence without a full stop.
    pub message: String,
    /// Where.
    pub span: Span,
    /// Short text printed under the caret; may be empty.
    pub label: Message,
    /// What to do about it.
    pub help: Message,
}

impl Diagnostic {
    /// The cause in one line, behind its code.
    #[must_use]
    pub fn in_a_line(&self) -> Message {
        message!("{}: {self}", self.code)
    }
}

impl Tell for Diagnostic {
    fn message(&self) -> Message {
        Message::coded(self.code, self.message.clone())
    }
}

/// What is read, or the first mistake.
pub type Result<T, E = Diagnostic> = std::result::Result<T, E>;

impl Diagnostic {
    /// A diagnostic without label and help.
    #[must_use]
    pub fn new(code: &'static str, message: impl Into<String>, span: Span) -> Self {
        Self { code, message: message.into(), span, label: "".into(), help: "".into() }
    }

    /// The same with a text under the caret.
    #[must_use]
    pub fn label(mut self, label: impl Into<Message>) -> Self {
        self.label = label.into();
        self
    }

    /// Line and column of the mistake in the text it is in, both from 1, columns in characters.
    #[must_use]
    pub fn place(&self, source: &str) -> (usize, usize) {
        let before = &source[..floor_boundary(source, self.span.start)];
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        (before.matches('\n').count() + 1, before[line..].chars().count() + 1)
    }

    /// The same with a remedy.
    #[must_use]
    pub fn help(mut self, help: impl Into<Message>) -> Self {
        self.help = help.into();
        self
    }
}

/// Mistakes in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistakes {
    /// What the text is called.
    pub name: String,
    /// The text.
    pub source: String,
    /// The mistakes, at their places in it.
    pub diagnostics: Vec<Diagnostic>,
}

impl Mistakes {
    /// Line and column of each, from 1.
    #[must_use]
    pub fn places(&self) -> Vec<(usize, usize)> {
        self.diagnostics.iter().map(|mistake| mistake.place(&self.source)).collect()
    }

    /// The mistakes as plain text: code and cause, the line with a caret, the remedy, each message as `say` has
    /// it. Places outside the text or inside a character are moved to the nearest one that exists.
    /// Characters that a terminal would obey are shown as escapes ([`visible`]).
    #[must_use]
    pub fn render(&self, say: &dyn Fn(&Message) -> String) -> String {
        let Self { name, source, diagnostics } = self;
        // A line may end in a carriage return and a line feed.
        let written = source.replace("\r\n", " \n");
        let files = SimpleFile::new(visible(name), visible(&written));
        let config = term::Config::default();
        let say = |message: &Message| visible(&say(message)).into_owned();
        let mut text = String::new();
        for diagnostic in diagnostics {
            let start = floor_boundary(source, diagnostic.span.start);
            let end = floor_boundary(source, diagnostic.span.end).max(start);
            let shown_until = |at: usize| visible(&written[..at]).len();
            let place = shown_until(start)..shown_until(end);
            let label = report::Label::primary((), place).with_message(say(&diagnostic.label));
            let mut shown = report::Diagnostic::error().with_label(label);
            let cause = say(&message!("error[{}]: {diagnostic}", diagnostic.code));
            let remedy = say(&message!("help: {}", diagnostic.help));
            if !diagnostic.help.is_empty() {
                shown = shown.with_note(&remedy);
            }
            match term::emit_into_string(&config, &files, &shown) {
                // The first line would say that it is an error.
                Ok(part) => {
                    let (_, place) = part.split_once('\n').unwrap_or_default();
                    text.push_str(&format!("{cause}\n{place}"));
                }
                // The source cannot be quoted; the cause and the remedy can.
                Err(_) => text.push_str(&format!("{cause}\n  = {remedy}\n\n")),
            }
        }
        text
    }
}

impl Tell for Mistakes {
    fn message(&self) -> Message {
        message!("{}", self.render(&Message::to_string).trim_end())
    }
}

/// The mistakes as [`Mistakes::render`] shows them, in English.
#[must_use]
pub fn render(name: &str, source: &str, diagnostics: &[Diagnostic]) -> String {
    let (name, source, diagnostics) = (name.into(), source.into(), diagnostics.to_vec());
    Mistakes { name, source, diagnostics }.render(&Message::to_string)
}

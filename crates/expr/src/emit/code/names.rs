//! Names of columns and coordinates as identifiers of a language.
//!
//! Every identifier that a program gets from outside is made here, and is different from the
//! keywords of the languages, from what their libraries and the helpers are called, and from the
//! others it would be mistaken for.

use super::helpers;
use crate::emit::Dialect;

/// Words that name something else in one of the languages.
const TAKEN: [&str; 7] = [
    // C++
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t \
     char32_t class co_await co_return co_yield compl concept const const_cast consteval constexpr \
     constinit continue decltype default delete do double dynamic_cast else enum explicit export \
     extern false float for friend goto if inline int long mutable namespace new noexcept not \
     not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires \
     return short signed sizeof static static_assert static_cast struct switch template this \
     thread_local throw true try typedef typeid typename union unsigned using virtual void \
     volatile wchar_t while xor xor_eq linux unix main std NULL EOF BUFSIZ FILE P_tmpdir WEOF alloca \
     fd_mask fd_set u_char u_int u_long u_short uint ulong ushort va_list program_invocation_name \
     program_invocation_short_name",
    // functions of the C library, which are in no namespace
    "abort abs acos acosh asctime asin asinh assert atan atan2 atanh atexit atof atoi atol atoll \
     bsearch cbrt ceil clock copysign cos cosh ctime difftime div drem erf erfc errno exit exp exp2 \
     expm1 fabs fdim floor fma fmax fmin fmod free frexp gamma getc getchar getenv gets gmtime \
     hypot ilogb index isalnum isalpha isascii isblank iscntrl isdigit isgraph isinf islower isnan \
     isprint ispunct isspace isupper j0 j1 jn labs ldexp ldiv lgamma llabs lldiv llrint llround \
     localtime log log10 log1p log2 logb lrint lround malloc mblen mktime modf nan nearbyint \
     nextafter pow printf putc putchar puts qsort raise rand random realloc remainder remove remquo \
     rename rewind rindex rint round scalbn scanf setbuf signal signbit sin sinh sqrt srand stderr \
     stdin stdout strtol system tan tanh tgamma time tmpfile tolower toupper trunc ungetc y0 y1 yn",
    // Rust
    "abstract as async await become box const continue core crate do dyn else enum extern false fn \
     for gen i64 if impl in let loop macro match mod move mut override priv pub ref return self \
     Self static struct super trait try type typeof union unsafe unsized use usize where while \
     yield Box Err None Ok Option Result Some String Vec drop vec",
    // Python
    "False None True and as assert async await break case class continue def del elif else except \
     finally for from global if import in is lambda match nonlocal not or pass raise return try \
     type while with yield",
    // functions of Python that need no import
    "all any ascii bin bool bytearray bytes callable chr classmethod compile complex delattr dict \
     dir divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash help \
     hex id input int isinstance issubclass iter len list locals map math max memoryview min next \
     object oct open ord pow print property range repr reversed round set setattr slice sorted str \
     sum super tuple vars zip ValueError",
    // what the languages keep for themselves
    "_ __file__ __name__ __doc__ __debug__ __import__",
    // modules of Python that helpers need, beside math
    "array bisect functools itertools operator",
];

/// `name` with everything that is no letter, digit or underscore of ASCII replaced, and an
/// underscore behind it where it means something else.
fn identifier(name: &str, dialect: Dialect) -> String {
    let mut text: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    // C++ keeps what starts with underscores for itself.
    if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        text.insert_str(0, if text.starts_with('_') { "f" } else { "f_" });
    }
    let mut taken = TAKEN.iter().flat_map(|words| words.split_whitespace());
    let is_of_c = dialect == Dialect::Cpp && (text.ends_with("_t") || is_macro(&text));
    if is_of_c || taken.any(|word| word == text) || helpers::names(dialect).any(|word| word == text)
    {
        text.push('_');
    }
    text
}

/// Whether a name looks like a constant of the C library: `EINTR`, `INT_MAX`.
fn is_macro(name: &str) -> bool {
    let is_loud = name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    is_loud && name.len() > 2 && (name.starts_with('E') || name.contains('_'))
}

/// Which names stand where.
#[derive(Debug)]
pub(super) struct Names {
    dialect: Dialect,
    functions: Vec<String>,
    tables: Vec<String>,
    /// Variables of the function being written, as they are called outside and inside, the
    /// innermost last.
    variables: Vec<(String, String)>,
    /// All variables so far: Rust takes one called like a table for the table.
    ever: Vec<String>,
}

impl Names {
    pub(super) fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            functions: Vec::new(),
            tables: Vec::new(),
            variables: Vec::new(),
            ever: Vec::new(),
        }
    }

    /// The identifier of a name, with a number behind it where one of `others` has it.
    fn fresh(&self, name: &str, others: &[&[String]]) -> String {
        let first = identifier(name, self.dialect);
        let mut text = first.clone();
        for number in 2.. {
            if others.iter().all(|others| !others.contains(&text)) {
                break;
            }
            text = format!("{first}_{number}");
        }
        text
    }

    /// An identifier for a function that no other has.
    pub(super) fn function(&mut self, name: &str) -> String {
        let text = self.fresh(name, &[&self.functions, &self.tables]);
        self.functions.push(text.clone());
        text
    }

    /// An identifier for a constant list.
    pub(super) fn table(&mut self, name: &str) -> String {
        let name = match self.dialect {
            Dialect::Rust => name.to_ascii_uppercase(),
            _ => name.to_owned(),
        };
        let text = self.fresh(&name, &[&self.functions, &self.tables, &self.ever]);
        self.tables.push(text.clone());
        text
    }

    /// An identifier for a variable that hides no other of the function.
    pub(super) fn variable(&mut self, name: &str) -> String {
        self.inside(name, name)
    }

    /// The same for a variable that no name stands for.
    pub(super) fn own(&mut self, name: &str) -> String {
        self.inside("", name)
    }

    fn inside(&mut self, outside: &str, name: &str) -> String {
        let inside: Vec<String> = self.variables.iter().map(|(_, text)| text.clone()).collect();
        let text = self.fresh(name, &[&inside, &self.tables]);
        self.variables.push((outside.to_owned(), text.clone()));
        self.ever.push(text.clone());
        text
    }

    /// The place among the variables and the identifier of the innermost one of that name.
    pub(super) fn find(&self, name: &str) -> Option<(usize, &str)> {
        let found =
            self.variables.iter().enumerate().rev().find(|(_, (outside, _))| outside == name);
        found.map(|(place, (_, text))| (place, text.as_str()))
    }

    /// The variables as they are called outside.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.variables.iter().map(|(outside, _)| outside.as_str()).filter(|name| !name.is_empty())
    }

    /// What a name is called, be it a variable or not.
    pub(super) fn of(&self, name: &str) -> String {
        self.find(name).map_or_else(|| identifier(name, self.dialect), |(_, text)| text.to_owned())
    }

    pub(super) fn count(&self) -> usize {
        self.variables.len()
    }

    /// Forgets the variables but the first ones.
    pub(super) fn forget(&mut self, left: usize) {
        self.variables.truncate(left);
    }
}

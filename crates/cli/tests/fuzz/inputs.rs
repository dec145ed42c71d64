//! What the mutations start from: every rule, certificate, sequence, table and structure of the repository.

use serde_json::value::RawValue;
use std::fs;
use std::path::Path;

/// What a text is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A rule file.
    Rule,
    /// A certificate.
    Certificate,
    /// A sequence or table.
    Data,
    /// A graph, tree or words.
    Structure,
    /// A position in a file.
    Position,
    /// A position, parameter, bound or law on the command line.
    Word,
}

impl Kind {
    pub(super) const ALL: [Self; 6] =
        [Self::Rule, Self::Certificate, Self::Data, Self::Structure, Self::Position, Self::Word];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Rule => "rule",
            Self::Certificate => "certificate",
            Self::Data => "data",
            Self::Structure => "structure",
            Self::Position => "position",
            Self::Word => "word",
        }
    }
}

/// Longer texts are cut: most mutations of them would fall on what is like the rest.
const MAX_LENGTH: usize = 6000;

/// Positions, parameters, bounds and laws as people write them.
const WORDS: [&str; 22] = [
    "7",
    "(3, 5)",
    "3 | 4 | 10",
    "[3, 1, 2]",
    "{1, 3}",
    "1+4+7",
    "HTTH",
    "([3, 4], 5) | ?",
    "nim at [3, 4]",
    "a=60,b=60",
    "10^6",
    "k=3,m=2",
    "S=1,3,4",
    "S=primes",
    "k=1..5",
    "c=2,3,1",
    "win iff min(a, b) != floor(phi * abs(a - b))",
    "on starts: lose iff n in fibonacci",
    "sg = [0, 1, 2][n % 3] + regular(n, 2, [1, 0], [[1, 0, 0, 1], [0, 1, 1, 0]], [1, 0])",
    "if n > 3: sg(n) = mex{sg(n - k) for k in 1..n; 0} and v2(n) in {1, 2}",
    "sg = floor((a + sqrt(5 * b ** 2)) / 2) ^ nimprod(a, b)",
    "octal:0.77",
];

/// Structures and positions in files.
const FILES: [(Kind, &str); 8] = [
    (Kind::Structure, "5 5 1\n1 2\n1 3\n2 3\n3 4\n1 5\n"),
    (Kind::Structure, "4 4 1\n1 2 3\n2 1 1\n2 3 2\n3 4 7\n3 2\n1 2\n1 3\n"),
    (Kind::Structure, "tree 6\n0 1 1 2 2 3\n"),
    (Kind::Structure, "words 3\nabba\nbab\na\nwords 1\nb\n"),
    (Kind::Structure, "game dag-game\n3 3 1\n1 2\n2 3\n1 3\ngame subtraction -p S=1,3\nvector 7\n"),
    (Kind::Position, "vector 3 1 2\nvector 1 1 1\n"),
    (Kind::Position, "board 2 5\n##.#.\n...#.\n"),
    (Kind::Position, "board 3 3\nx.x\n...\n0x1\n"),
];

/// The texts of each kind.
pub(super) struct Inputs([Vec<Vec<u8>>; Kind::ALL.len()]);

impl Inputs {
    /// Reads the repository.
    pub(super) fn gather() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut texts: Vec<(Kind, Vec<u8>)> = Vec::new();
        for folder in ["rules", "crates", "output"] {
            add_folder(&root.join(folder), &mut texts);
        }
        for page in ["README.md", "docs/rule-language.md"] {
            let page = fs::read_to_string(root.join(page)).expect("a document");
            let blocks = page.split("```game\n").skip(1);
            let rules = blocks.filter_map(|block| block.split("```").next());
            texts.extend(rules.map(|rule| (Kind::Rule, rule.into())));
        }
        texts.extend(FILES.map(|(kind, text)| (kind, text.into())));
        texts.extend(WORDS.map(|text| (Kind::Word, text.into())));
        texts.iter_mut().for_each(|(_, text)| text.truncate(MAX_LENGTH));
        // The order of a folder is the machine's own.
        texts.sort();
        texts.dedup();
        let of = |kind| {
            let texts = texts.iter().filter(|(k, _)| *k == kind);
            texts.map(|(_, text)| text.clone()).collect()
        };
        Self(Kind::ALL.map(of))
    }

    /// The texts of a kind.
    pub(super) fn of(&self, kind: Kind) -> &[Vec<u8>] {
        &self.0[kind as usize]
    }
}

fn add_folder(folder: &Path, texts: &mut Vec<(Kind, Vec<u8>)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            add_folder(&path, texts);
            continue;
        }
        let kind = match path.extension().and_then(|e| e.to_str()) {
            Some("game") => Kind::Rule,
            Some("json") => Kind::Certificate,
            Some("csv" | "txt") => Kind::Data,
            _ => continue,
        };
        let text = fs::read(&path).expect("a file");
        // A certificate that is cut says nothing; a list has several.
        match serde_json::from_slice::<Vec<&RawValue>>(&text) {
            Ok(list) if kind == Kind::Certificate => {
                let short = list.into_iter().map(RawValue::get).filter(|c| c.len() <= MAX_LENGTH);
                texts.extend(short.map(|certificate| (kind, certificate.into())));
            }
            _ if kind != Kind::Certificate || text.len() <= MAX_LENGTH => texts.push((kind, text)),
            _ => {}
        }
    }
}

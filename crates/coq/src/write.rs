//! The files of a development.

use crate::game::{CoqGame, list};
use crate::law::{CoqLaw, CoqTerm};
use crate::{File, Result, refuse};
use expr::ast::Quantity;
use message::message;

/// Values of heaps 0 to this are printed.
const PRINTED: u32 = 40;

const HEAPS: (&str, &str) = ("Heaps", include_str!("../theory/Heaps.v"));
const OCTAL: (&str, &str) = ("Octal", include_str!("../theory/Octal.v"));
const SUBTRACTION: (&str, &str) = ("Subtraction", include_str!("../theory/Subtraction.v"));
const ALL_BUT: (&str, &str) = ("AllBut", include_str!("../theory/AllBut.v"));
const LASKER: (&str, &str) = ("Lasker", include_str!("../theory/Lasker.v"));
const NIM: (&str, &str) = ("Nim", include_str!("../theory/Nim.v"));

/// A theorem about `game` and its proof.
struct Theorem {
    /// Definitions that the statement needs.
    before: String,
    statement: String,
    proof: String,
    /// The function whose first values are printed.
    printed: String,
}

impl Theorem {
    /// A theorem without definitions; first nim-values are printed.
    fn new(statement: impl Into<String>, proof: String) -> Self {
        let (before, printed) = (String::new(), "grundy game".to_owned());
        Self { before, statement: statement.into(), proof, printed }
    }
}

/// The theory that the game needs, and the file of the game.
pub(crate) fn files(
    game: &CoqGame,
    law: &CoqLaw,
    repeat: Option<u64>,
    heading: &str,
) -> Result<Vec<File>> {
    let (theory, theorem) = match game {
        CoqGame::Octal(..) => (OCTAL, octal(law)?),
        CoqGame::Subtraction(set) => (SUBTRACTION, subtraction(law, &list(set))?),
        CoqGame::AllBut(_) => (ALL_BUT, all_but(law, repeat)?),
        CoqGame::Nim => (NIM, nim(law)?),
        CoqGame::Lasker => (LASKER, lasker()),
    };
    let bash = match game {
        CoqGame::Subtraction(set) if set.iter().copied().eq(1..=set.len()) => Some(set.len()),
        _ => None,
    };
    let mut theories = vec![HEAPS];
    if *game == CoqGame::Lasker {
        theories.extend([OCTAL, NIM]);
    }
    theories.push(theory);
    theories.extend(bash.map(|_| NIM));
    let names: Vec<String> = theories.iter().map(|(name, _)| format!("Mexlab.{name}")).collect();
    let names = names.join(" ");
    let after = bash.map_or_else(String::new, for_all_bounds);
    let Theorem { before, statement, proof, printed } = theorem;
    let (heading, definition) = (comment(heading), game.definition());
    let own = format!(
        "(** {heading} *)\n\nRequire Import NArith List Bool.\nRequire Import {names}.\n\
         Import ListNotations.\nOpen Scope N_scope.\n\nDefinition game : Heaps.game := {definition}.\n\n\
         {before}Theorem proved : {statement}.\nProof. {proof} Qed.\n\n\
         (** What 0, ..., {PRINTED} are worth, or whether they are won. *)\nEval vm_compute in map ({printed}) (first {}).\n\n\
         Print Assumptions proved.\n{after}",
        PRINTED + 1
    );
    let named = |(name, text): (&str, &str)| (format!("{name}.v"), text.to_owned());
    let mut files: Vec<File> = theories.into_iter().map(named).collect();
    files.push(("Game.v".to_owned(), own));
    Ok(files)
}

/// A text that stands in a comment of Coq.
fn comment(text: &str) -> String {
    text.replace('"', "'").replace("(*", "( *").replace("*)", "* )")
}

/// The proof of a theorem `NAME ARGUMENTS : computation = true -> ...` by that computation alone,
/// done once.
fn by_computation(theorem: &str) -> String {
    format!("apply ({theorem}). vm_cast_no_check (eq_refl true).")
}

fn octal(law: &CoqLaw) -> Result<Theorem> {
    let CoqLaw::Period { quantity, from, period, saltus: 0 } = law else {
        return refuse("the theory states the periods of such codes, and no other laws");
    };
    let (statement, lemma) = match quantity {
        Quantity::Sg => (same_values(*from, *period, 0), "octal_period"),
        Quantity::Win => (same_outcomes("won", *from, *period), "octal_outcomes"),
        _ => return refuse("the theory speaks of normal play of such codes only"),
    };
    Ok(Theorem::new(statement, by_computation(&format!("{lemma} _ _ {from} {period}"))))
}

fn subtraction(law: &CoqLaw, set: &str) -> Result<Theorem> {
    let quantity = match law {
        CoqLaw::Period { quantity, .. }
        | CoqLaw::Outcome(quantity, ..)
        | CoqLaw::NimSum(quantity) => *quantity,
        CoqLaw::Values(_) | CoqLaw::Swapped => Quantity::Sg,
    };
    let printed = match quantity {
        Quantity::Sg => "grundy game".to_owned(),
        Quantity::Win | Quantity::Lose => format!("quantity {set} outcome"),
        Quantity::Misere => format!("quantity {set} misere_outcome"),
        _ => return refuse(message!("the theory has no quantity `{}`", quantity.name())),
    };
    let (before, statement, proof) = match law {
        CoqLaw::Period { from, period, saltus, .. } => {
            if *saltus > 0 {
                return refuse("the values of a subtraction game do not grow");
            }
            let (statement, lemma) = match quantity {
                Quantity::Sg => (same_values(*from, *period, 0), "values_repeat"),
                Quantity::Misere => {
                    (same_outcomes("misere_won", *from, *period), "misere_outcomes_repeat")
                }
                _ => (same_outcomes("won", *from, *period), "outcomes_repeat"),
            };
            let proof = by_computation(&format!("{lemma} _ {from} {period}"));
            (String::new(), statement, proof)
        }
        CoqLaw::Values(term) => {
            let statement = "forall n, grundy game n = law n".to_owned();
            (definition(term, "N"), statement, by_law("values_law", term, false))
        }
        CoqLaw::NimSum(_) | CoqLaw::Swapped => return refuse("the law is about another game"),
        CoqLaw::Outcome(_, is_negated, term) => {
            let who = match (quantity, is_negated) {
                (Quantity::Misere, false) => "misere_won",
                (Quantity::Misere, true) => "misere_lost",
                (Quantity::Win, false) | (Quantity::Lose, true) => "won",
                _ => "lost",
            };
            let statement = format!("forall n, {who} game [n] <-> law n = true");
            (definition(term, "bool"), statement, by_law(&format!("{who}_law"), term, true))
        }
    };
    Ok(Theorem { before, statement, proof, printed })
}

fn all_but(law: &CoqLaw, repeat: Option<u64>) -> Result<Theorem> {
    let (CoqLaw::Period { quantity: Quantity::Sg, from, period, saltus }, Some(repeat)) =
        (law, repeat)
    else {
        return refuse("of such games the theory states how the values grow, and no other laws");
    };
    let theorem = format!("all_but_growth _ {from} {period} {saltus} {repeat}");
    Ok(Theorem::new(same_values(*from, *period, *saltus), by_computation(&theorem)))
}

fn nim(law: &CoqLaw) -> Result<Theorem> {
    let (statement, proof) = match law {
        CoqLaw::NimSum(Quantity::Lose) => ("forall p, lost game p <-> nimsum p = 0", "nim_lost"),
        CoqLaw::NimSum(Quantity::Win) => ("forall p, won game p <-> nimsum p <> 0", "nim_won"),
        CoqLaw::NimSum(Quantity::Sg) => (
            "(forall n, grundy game n = n) /\\ (forall p, lost game (nimsum p :: p))",
            "(conj nim_values nim_sum)",
        ),
        _ => return refuse("of Nim the theory states laws about the nim-sum, and no others"),
    };
    Ok(Theorem::new(statement, format!("exact {proof}.")))
}

fn lasker() -> Theorem {
    Theorem::new("forall n, grundy game n = swapped n", "exact lasker_values.".into())
}

/// States that the game is Bash's with this bound, and its values for every bound.
fn for_all_bounds(bound: usize) -> String {
    format!(
        "\n(** It is Bash's game for {bound}, and this holds for every bound. *)\n\
         Theorem is_bash : forall n, game n = bash {bound} n.\nProof. reflexivity. Qed.\n\n\
         Theorem every_bound : forall k n, grundy (bash k) n = n mod (k + 1).\n\
         Proof. exact bash_values. Qed.\n\nPrint Assumptions every_bound.\n"
    )
}

fn definition(term: &CoqTerm, kind: &str) -> String {
    format!("Definition law (n : N) : {kind} := {}.\n\n", term.text)
}

/// The proof of a law that has a period itself. Its theorem first asks for the period where the
/// law is a condition, and for the computation where it is a term.
fn by_law(theorem: &str, term: &CoqTerm, is_condition: bool) -> String {
    let CoqTerm { from, period, .. } = term;
    let (computed, periodic) = ("vm_cast_no_check (eq_refl true)", "unfold law; periodic");
    let (second, third) = if is_condition { (periodic, computed) } else { (computed, periodic) };
    format!("apply ({theorem} _ {from} {period}); [easy | {second} | {third}].")
}

fn same_values(from: u64, period: u64, saltus: u64) -> String {
    let raised = if saltus == 0 { String::new() } else { format!(" + {saltus}") };
    format!("forall n, {from} <= n -> grundy game (n + {period}) = grundy game n{raised}")
}

fn same_outcomes(who: &str, from: u64, period: u64) -> String {
    format!("forall n, {from} <= n -> ({who} game [n + {period}] <-> {who} game [n])")
}

//! How positions, laws, answers and failures are written, in English and Chinese. Nothing here computes; the
//! words are those of the command line, of the page in the browser, and of the package for Python.
//!
//! ```
//! use wording::answer;
//! use wording::position::read;
//! use workbench::{Alone, Input};
//!
//! # fn main() -> Result<(), workbench::Failure> {
//! let input = Input::of_text("heap n\nmove n - k for k in {1, 3, 4} if k <= n")?;
//! let game = input.game()?;
//! let position = read("5 + 2", &game)?;
//! let answer = answer::of(&input, &game, &position, &Alone)?;
//! let json = answer::whole_json(answer.as_ref(), &position, &game);
//! assert_eq!((json["sg"].as_i64(), json["position"].to_string()), (Some(3), "[[5],[2]]".to_owned()));
//! # Ok(())
//! # }
//! ```

pub mod answer;
pub mod chinese;
pub mod code;
pub mod errors;
pub mod failure;
pub mod notice;
pub mod position;
pub mod summary;
pub mod words;

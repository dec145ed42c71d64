//! `mexlab-verify [--show] FILE...`: checks core certificates, and prints what they are about.

use std::io::{Read, Write};
use std::process::ExitCode;
use std::{env, fs, io};

const USAGE: &str = "mexlab-verify [--show] FILE...   (- is standard input)

Checks certificates in mexlab's core form (docs/certificates.md). --show prints the games and the
statements as mathematics. Exit status: 0 all accepted, 1 one rejected, 2 no such file.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let is_flag = |argument: &&String| argument.starts_with("--");
    let (flags, files): (Vec<_>, Vec<_>) = arguments.iter().partition(is_flag);
    let has_shown = flags.iter().any(|flag| *flag == "--show");
    let mut out = io::stdout().lock();
    if files.is_empty() || flags.iter().any(|flag| *flag != "--show") {
        let _ = out.write_all(USAGE.as_bytes());
        return ExitCode::from(2);
    }
    let mut status = ExitCode::SUCCESS;
    for file in files {
        let text = match file.as_str() {
            "-" => {
                let mut text = String::new();
                io::stdin().lock().read_to_string(&mut text).map(|_| text)
            }
            file => fs::read_to_string(file),
        };
        let text = match text {
            Ok(text) => text,
            Err(why) => {
                let _ = writeln!(io::stderr(), "error: {file}: {why}");
                return ExitCode::from(2);
            }
        };
        match checked(&text, has_shown) {
            // a reader that left early is no failure of the check
            Ok(report) => drop(out.write_all(report.as_bytes())),
            Err(why) => {
                let _ = writeln!(out, "rejected  {file}: {why}");
                status = ExitCode::from(1);
            }
        }
    }
    status
}

fn checked(text: &str, has_shown: bool) -> Result<String, verify::Rejected> {
    let mut report = String::new();
    for certificate in verify::read(text)? {
        if has_shown {
            report += &format!("{}\n\n", verify::show(&certificate));
        }
        let accepted = verify::verify(&certificate)?;
        report += &format!("accepted  {}\n", accepted.computed);
    }
    Ok(report)
}

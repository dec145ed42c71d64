//! `mexlab serve`: who is let in, what is refused, and what it survives.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A server that ends with the test.
struct Server {
    child: Child,
    port: u16,
    token: String,
}

impl Server {
    fn start(flags: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mexlab"))
            .env("LC_ALL", "C")
            .args(["serve", "--no-open", "--quiet"])
            .args(flags)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut address = String::new();
        let out = child.stdout.take().expect("a pipe");
        BufReader::new(out).read_line(&mut address).expect("an address");
        let rest = address.strip_prefix("http://127.0.0.1:").expect("loopback");
        let (port, rest) = rest.split_once('/').expect("a port");
        let token = rest.split('/').next().expect("a token").to_owned();
        Self { child, port: port.parse().expect("a number"), token }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server accepts");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        stream
    }

    /// The whole response to a request whose head and body are given.
    fn raw(&self, head: &str, body: &str) -> String {
        let mut stream = self.connect();
        let length = body.len();
        let request = format!("{head}Connection: close\r\nContent-Length: {length}\r\n\r\n{body}");
        // A server that refuses a request need not read it.
        let _ = stream.write_all(request.as_bytes());
        let mut response = Vec::new();
        let _ = stream.read_to_end(&mut response);
        String::from_utf8_lossy(&response).into_owned()
    }

    fn host(&self) -> String {
        format!("Host: 127.0.0.1:{}\r\n", self.port)
    }

    fn post(&self, path: &str, body: &str) -> String {
        self.raw(&format!("POST /{}/{path} HTTP/1.1\r\n{}", self.token, self.host()), body)
    }

    fn get(&self, path: &str) -> String {
        self.raw(&format!("GET /{}/{path} HTTP/1.1\r\n{}", self.token, self.host()), "")
    }

    /// The processes that answer questions now.
    fn workers(&self) -> usize {
        let id = self.child.id().to_string();
        let listed = Command::new("ps").args(["--ppid", &id, "-o", "pid="]).output();
        listed.map_or(0, |listed| String::from_utf8_lossy(&listed.stdout).lines().count())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn status(response: &str) -> u16 {
    response.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0)
}

const SMALL: &str =
    r#"{"ask": "explore", "rule": "heap n\nmove n - k for k in {1, 3, 4} if k <= n", "to": "60"}"#;
const ENDLESS: &str = r#"{"ask": "explore", "rule": "heap n\nmove n -> i + j for i in 0..n, j in 0..n if i + j < n and i * j % 3 != 1", "to": "60000", "long": true}"#;

#[test]
fn the_page_is_for_those_who_know_its_address() {
    let server = Server::start(&[]);
    let page = server.get("");
    assert_eq!(status(&page), 200);
    let lower = page.to_lowercase();
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self'",
        "referrer-policy: no-referrer",
        "x-content-type-options: nosniff",
        "cross-origin-resource-policy: same-origin",
        "frame-ancestors 'none'",
    ] {
        assert!(lower.contains(header), "{header}: {page}");
    }
    assert!(!page.contains("{nonce}"));
    assert_eq!(status(&server.get("page.js")), 200);
    assert_eq!(status(&server.get("../Cargo.toml")), 404);
    assert_eq!(status(&server.get("%2e%2e/etc/passwd")), 404);

    let (host, token) = (server.host(), &server.token);
    let asked =
        |path: &str, head: &str| status(&server.raw(&format!("GET {path} HTTP/1.1\r\n{head}"), ""));
    assert_eq!(asked("/", &host), 404);
    assert_eq!(asked("/00000000000000000000000000000000/", &host), 404);
    assert_eq!(asked(&format!("/{token}/"), "Host: evil.example\r\n"), 421);
    let from = |line: &str| asked(&format!("/{token}/"), &format!("{host}{line}\r\n"));
    assert_eq!(from("Origin: http://evil.example"), 403);
    assert_eq!(from("Sec-Fetch-Site: cross-site"), 403);
    assert_eq!(from("Sec-Fetch-Site: none"), 200);
    // Names of hosts know no capitals; and there is one of them.
    let to = |hosts: &str| asked(&format!("/{token}/"), hosts);
    assert_eq!(to(&format!("Host: LOCALHOST:{}\r\n", server.port)), 200);
    assert_eq!(to(&format!("{host}{host}")), 421);
    assert_eq!(to(&format!("{host}Host: evil.example\r\n")), 421);
    let head = server.raw(&format!("HEAD /{token}/ HTTP/1.1\r\n{host}"), "");
    assert_eq!(status(&head), 200);
    assert!(head.ends_with("\r\n\r\n"), "no body: {head}");
    let other = Server::start(&[]);
    assert_ne!(other.token, server.token);
}

#[test]
fn who_asks_nothing_is_sent_away() {
    let server = Server::start(&[]);
    let get = format!("GET /{}/page.css HTTP/1.1\r\n{}", server.token, server.host());
    let post = format!(
        "POST /{}/session HTTP/1.1\r\n{}Content-Length: 9\r\n\r\n",
        server.token,
        server.host()
    );
    // Nothing, half a head, a head without its body, and nothing after a whole question.
    let whole = format!("{get}\r\n");
    let streams = ["", &get, &post, &whole].map(|sent| {
        let mut stream = server.connect();
        stream.write_all(sent.as_bytes()).expect("sent");
        (sent, stream)
    });
    for (sent, mut stream) in streams {
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("the server ends the connection");
        let expected = if sent == post { 408 } else { 200 };
        if sent.ends_with("\r\n\r\n") {
            assert_eq!(status(&String::from_utf8_lossy(&answer)), expected, "{sent}");
        }
    }
    assert_eq!(status(&server.get("")), 200);
}

#[test]
fn long_questions_leave_places_for_others() {
    let server = Server::start(&[]);
    let head = format!("POST /{}/session HTTP/1.1\r\n{}", server.token, server.host());
    let ask = || {
        let mut page = server.connect();
        let request = format!("{head}Content-Length: {}\r\n\r\n{ENDLESS}", ENDLESS.len());
        page.write_all(request.as_bytes()).expect("sent");
        let mut lines = BufReader::new(page);
        let mut line = String::new();
        while !line.starts_with('{') {
            line.clear();
            assert!(lines.read_line(&mut line).expect("an answer begins") > 0);
        }
        (lines, line)
    };
    let places = thread::available_parallelism().map_or(2, usize::from).max(2);
    let mut running = Vec::new();
    for _ in 0..places {
        let (lines, first) = ask();
        assert!(first.contains(r#""event":"rule""#), "{first}");
        running.push(lines);
    }
    let (_waits, first) = ask();
    assert_eq!(first.trim(), r#"{"event":"waiting"}"#);
    assert!(server.post("session", r#"{"ask": "catalogue"}"#).contains(r#""games":"#));
    assert!(server.post("session", SMALL).contains("n mod 7: 0 1 0 1 2 3 2"));
}

#[test]
fn questions_are_answered_by_processes_that_end_with_their_page() {
    let server = Server::start(&[]);
    let answer = server.post("session", SMALL);
    assert!(
        answer.contains(r#""event": "table""#) && answer.contains("n mod 7: 0 1 0 1 2 3 2"),
        "{answer}"
    );
    assert!(answer.contains(r#"{"event":"end","stopped":false}"#), "{answer}");
    let mut page = server.connect();
    let head = format!("POST /{}/session HTTP/1.1\r\n{}", server.token, server.host());
    let request =
        format!("{head}X-Question: q1\r\nContent-Length: {}\r\n\r\n{ENDLESS}", ENDLESS.len());
    page.write_all(request.as_bytes()).expect("sent");
    let mut first = [0; 64];
    page.read_exact(&mut first).expect("an answer begins");
    assert_eq!(server.workers(), 1);
    drop(page);
    let begun = Instant::now();
    while server.workers() > 0 {
        assert!(begun.elapsed() < Duration::from_secs(20), "the process outlives its page");
        thread::sleep(Duration::from_millis(50));
    }
    // Stopped from beside, a long run says what it has.
    thread::scope(|scope| {
        let run = scope.spawn(|| {
            let head = format!(
                "POST /{}/session HTTP/1.1\r\n{}X-Question: q2\r\n",
                server.token,
                server.host()
            );
            server.raw(&head, ENDLESS)
        });
        let begun = Instant::now();
        while !run.is_finished() && begun.elapsed() < Duration::from_secs(50) {
            thread::sleep(Duration::from_millis(500));
            assert_eq!(status(&server.post("stop/q2", "")), 204);
            // Who is told before it has begun is told again.
            if server.workers() == 0 {
                break;
            }
        }
        let said = run.join().expect("an answer");
        assert!(
            said.contains(r#""event":"end","stopped":true"#),
            "{}",
            said.get(..2000).unwrap_or(&said)
        );
    });
}

#[test]
fn nonsense_does_not_end_it() {
    let server = Server::start(&[]);
    for number in 0..10_000 {
        let body = ["{", "null", "", "{\"ask\":", "\u{0}"][number % 5];
        let path = ["session", "stop/x", "save/x", "..", "session/session"][number % 4];
        let code = status(&server.post(path, body));
        assert!([204, 400, 403, 404, 405].contains(&code), "{path} {body:?}: {code}");
    }
    let noise = [
        "GARBAGE\r\n\r\n".to_owned(),
        "GET / HTTP/9.9\r\n\r\n".to_owned(),
        format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(100_000)),
        format!(
            "POST /{}/session HTTP/1.1\r\n{}Content-Length: 99999999999\r\n\r\n",
            server.token,
            server.host()
        ),
    ];
    for text in noise.iter().cycle().take(200) {
        let mut stream = server.connect();
        let _ = stream.write_all(text.as_bytes());
    }
    let large = format!("{{\"ask\": \"explore\", \"rule\": \"{}\"}}", "x".repeat(2 << 20));
    assert_eq!(status(&server.post("session", &large)), 413);
    // Two browsers, several questions each, at once.
    thread::scope(|scope| {
        let asked: Vec<_> =
            (0..12).map(|_| scope.spawn(|| server.post("session", SMALL))).collect();
        for answer in asked {
            assert!(answer.join().expect("an answer").contains(r#""event":"end""#));
        }
    });
}

#[test]
fn only_rules_are_saved_and_only_where_the_user_said() {
    assert_eq!(status(&Server::start(&[]).post("save/mine", "heap n")), 403);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("saved");
    let _ = std::fs::remove_dir_all(&folder);
    let server = Server::start(&["--save", folder.to_str().expect("UTF-8")]);
    let text = "game mine\nheap n\nmove n - 1 if n > 0\n";
    assert_eq!(status(&server.post("save/mine", text)), 200);
    assert_eq!(std::fs::read_to_string(folder.join("mine.game")).expect("saved"), text);
    let again = server.post("save/mine", text);
    assert_eq!(status(&again), 200, "nothing changes");
    let other = "heap n\nmove n - 2 if n > 1\n";
    assert_eq!(status(&server.post("save/mine", other)), 409);
    assert_eq!(std::fs::read_to_string(folder.join("mine.game")).expect("saved"), text);
    assert_eq!(status(&server.post("replace/mine", other)), 200);
    assert_eq!(std::fs::read_to_string(folder.join("mine.game")).expect("saved"), other);
    #[cfg(unix)]
    {
        let beyond = Path::new(env!("CARGO_TARGET_TMPDIR")).join("beyond.game");
        std::fs::write(&beyond, "theirs").expect("a file");
        let link = folder.join("link.game");
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(&beyond, &link).expect("a link");
        for path in ["save/link", "replace/link"] {
            assert_eq!(status(&server.post(path, text)), 409, "{path}");
        }
        assert_eq!(std::fs::read_to_string(&beyond).expect("a file"), "theirs");
        std::fs::remove_file(link).expect("a link");
    }
    for name in ["", "..%2fx", "../x", "a/b", "A", "x.game", "a b", &"x".repeat(65)] {
        let code = status(&server.post(&format!("save/{name}"), text));
        assert!([400, 404].contains(&code), "{name}: {code}");
    }
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 1);
}

#[test]
fn copied_links_lead_to_a_playground_where_the_user_says_so() {
    let address = "https://example.org/mexlab/?a=1&b=2";
    let page = Server::start(&["--playground", address]).get("");
    assert!(page.contains("data-links=\"https://example.org/mexlab/?a=1&amp;b=2\""), "{page}");
    assert!(Server::start(&[]).get("").contains("data-links=\"\""));
}

#[test]
fn a_port_that_is_taken_is_a_mistake() {
    let server = Server::start(&[]);
    let ran = Command::new(env!("CARGO_BIN_EXE_mexlab"))
        .env("LC_ALL", "C")
        .args(["serve", "--no-open", "--port", &server.port.to_string()])
        .output()
        .expect("the program starts");
    assert_eq!(ran.status.code(), Some(2));
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(said.contains("--port N names another"), "{said}");
}

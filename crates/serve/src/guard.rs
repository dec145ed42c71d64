//! Access control: only a page from this server is let in, because only it knows the token.
//!
//! A page from elsewhere can send requests to 127.0.0.1, and by DNS rebinding can even read the answers.
//! But it does not know the token, its requests name another host or origin, and the browser marks them
//! as coming from another site. Each of these is a reason to refuse a request.

use hyper::{HeaderMap, StatusCode, header};
use std::io;

/// Bytes of randomness in a token.
const TOKEN: usize = 16;

/// The token and the names of a server.
#[derive(Debug)]
pub(crate) struct Guard {
    token: String,
    hosts: [String; 2],
}

impl Guard {
    /// A guard with a new token.
    ///
    /// # Errors
    /// The system gives no randomness.
    pub(crate) fn new(port: u16) -> io::Result<Self> {
        let mut bytes = [0; TOKEN];
        getrandom::fill(&mut bytes).map_err(|e| io::Error::other(e.to_string()))?;
        let token = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { token, hosts: ["127.0.0.1", "localhost"].map(|host| format!("{host}:{port}")) })
    }

    /// The address of the page.
    pub(crate) fn address(&self) -> String {
        format!("http://{}/{}/", self.hosts[0], self.token)
    }

    /// What is asked for, behind the token.
    ///
    /// # Errors
    /// The status to answer with: the request is not for this server, not from its page, or does not know
    /// the token.
    pub(crate) fn admit<'p>(
        &self,
        path: &'p str,
        headers: &HeaderMap,
    ) -> Result<&'p str, StatusCode> {
        let of = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        // Names of hosts are the same in capitals.
        let is_host = |host: &str| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host));
        let is_own = |origin: &str| origin.strip_prefix("http://").is_some_and(is_host);
        let is_alone = headers.get_all(header::HOST).iter().count() == 1;
        if !is_alone || !of(header::HOST.as_str()).is_some_and(is_host) {
            return Err(StatusCode::MISDIRECTED_REQUEST);
        }
        let is_site = |site: &str| matches!(site, "same-origin" | "none");
        if !of(header::ORIGIN.as_str()).is_none_or(is_own)
            || !of("sec-fetch-site").is_none_or(is_site)
        {
            return Err(StatusCode::FORBIDDEN);
        }
        let rest = path.strip_prefix('/').unwrap_or("");
        let (token, rest) = rest.split_once('/').ok_or(StatusCode::NOT_FOUND)?;
        // The time this takes does not tell how much of a guess is right.
        let differing = token.bytes().zip(self.token.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
        match token.len() == self.token.len() && differing == 0 {
            true => Ok(rest),
            false => Err(StatusCode::NOT_FOUND),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(guard: &Guard, path: &str, given: &[(&'static str, &str)]) -> Option<u16> {
        let headers = given
            .iter()
            .map(|(name, value)| (name.parse().expect("a name"), value.parse().expect("a value")));
        let headers: HeaderMap = headers.collect();
        guard.admit(path, &headers).err().map(|status| status.as_u16())
    }

    #[test]
    fn only_the_own_page_is_let_in() {
        let guard = Guard::new(4711).expect("randomness");
        let page = format!("/{}/", guard.token);
        let host = ("host", "127.0.0.1:4711");
        assert_eq!(asked(&guard, &page, &[host]), None);
        assert_eq!(asked(&guard, &page, &[("host", "localhost:4711")]), None);
        assert_eq!(asked(&guard, &page, &[("host", "LOCALHOST:4711")]), None);
        assert_eq!(asked(&guard, &page, &[host, host]), Some(421));
        assert_eq!(asked(&guard, &page, &[host, ("host", "evil.example")]), Some(421));
        assert_eq!(asked(&guard, &page, &[host, ("origin", "http://127.0.0.1:4711")]), None);
        assert_eq!(asked(&guard, &page, &[host, ("sec-fetch-site", "same-origin")]), None);
        assert_eq!(asked(&guard, &page, &[]), Some(421));
        assert_eq!(asked(&guard, &page, &[("host", "evil.example:4711")]), Some(421));
        assert_eq!(asked(&guard, &page, &[("host", "127.0.0.1:80")]), Some(421));
        for origin in ["http://evil.example", "null", "https://127.0.0.1:4711", "http://127.0.0.1"]
        {
            assert_eq!(asked(&guard, &page, &[host, ("origin", origin)]), Some(403), "{origin}");
        }
        for site in ["cross-site", "same-site"] {
            assert_eq!(
                asked(&guard, &page, &[host, ("sec-fetch-site", site)]),
                Some(403),
                "{site}"
            );
        }
    }

    #[test]
    fn a_token_is_needed_and_is_never_the_same() {
        let (guard, other) = (Guard::new(1).expect("bytes"), Guard::new(1).expect("bytes"));
        assert_ne!(guard.token, other.token);
        let wrong = ["", "/", "/x/", "//", "/session"].map(str::to_owned);
        let short = format!("/{}/", &guard.token[1..]);
        let bare = format!("/{}", guard.token);
        for path in wrong.into_iter().chain([short, bare, format!("/{}/", other.token)]) {
            assert_eq!(asked(&guard, &path, &[("host", "127.0.0.1:1")]), Some(404), "{path}");
        }
    }
}

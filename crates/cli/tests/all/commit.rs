//! The commit that `--version` names: from a package, from a clone, from neither.

#[path = "../../build/commit.rs"]
mod build;

use build::commit;
use std::fs;
use std::process::Command;

#[test]
fn of_a_package_a_clone_and_neither() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    assert_eq!(commit(root, root), None);
    let git = |arguments: &[&str]| {
        let known = ["-c", "user.name=a", "-c", "user.email=a@b"];
        let output = Command::new("git").arg("-C").arg(root).args(known).args(arguments).output();
        output.ok().filter(|output| output.status.success())
    };
    let made = git(&["init"]).and_then(|_| git(&["commit", "--allow-empty", "-m", "first"]));
    if made.is_some() {
        let head = git(&["rev-parse", "HEAD"]).expect("a commit").stdout;
        let head = String::from_utf8(head).expect("digits");
        assert_eq!(commit(root, root).as_deref(), head.get(..9));
    }
    let info =
        "{\n  \"git\": {\n    \"sha1\": \"0123456789abcdef0123456789abcdef01234567\"\n  }\n}";
    fs::write(root.join(".cargo_vcs_info.json"), info).expect("saved");
    assert_eq!(commit(root, root).as_deref(), Some("012345678"));
    fs::write(root.join(".cargo_vcs_info.json"), "{\"git\": {\"sha1\": \"none\"}}").expect("saved");
    assert_eq!(commit(root, root), None);
}

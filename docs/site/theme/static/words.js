/** Divides a query into words for Sphinx's search: Chinese into the longest words that the index has. */
window.splitQuery = (query) => {
  const index = (typeof Search === "undefined" ? null : Search._index) ?? {};
  const known = (word) => Object.hasOwn(index.terms ?? {}, word) || Object.hasOwn(index.titleterms ?? {}, word);
  const longest = (text) => {
    for (let length = text.length; length > 1; length -= 1) if (known(text.slice(0, length))) return length;
    return 0;
  };
  const chinese = (text) => {
    const found = [];
    for (let at = 0; at < text.length; ) {
      const length = longest(text.slice(at, at + 8));
      if (length) found.push(text.slice(at, at + length));
      at += length || 1;
    }
    return found.length ? found : [text];
  };
  const parts = query.split(/[^\p{Letter}\p{Number}_]+/gu).flatMap((part) => part.split(/(\p{Script=Han}+)/u));
  return parts.filter(Boolean).flatMap((part) => (/\p{Script=Han}/u.test(part) ? chinese(part) : [part]));
};

//! Reads tables from text: one integer per line, lists, b-files, CSV with a header.

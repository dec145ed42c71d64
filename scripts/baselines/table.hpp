// What every baseline shares: the table is printed as CSV where asked, else only a hash of it, so
// that no compiler can leave the loop out.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

inline bool wants_csv(int argc, char **argv) {
    return argc > 1 && std::strcmp(argv[argc - 1], "--csv") == 0;
}

template <class Value> void print_hash(const std::vector<Value> &table) {
    std::uint64_t hash = 14695981039346656037u;
    for (Value value : table) hash = (hash ^ value) * 1099511628211u;
    std::printf("%016llx\n", static_cast<unsigned long long>(hash));
}

template <class Value> void print_line(const std::vector<Value> &table, bool csv) {
    if (!csv) return print_hash(table);
    std::puts("n,sg");
    for (std::size_t n = 0; n < table.size(); ++n) std::printf("%zu,%u\n", n, unsigned(table[n]));
}

template <class Value>
void print_square(const std::vector<Value> &table, std::size_t side, bool csv) {
    if (!csv) return print_hash(table);
    std::puts("a,b,sg");
    for (std::size_t a = 0; a < side; ++a)
        for (std::size_t b = 0; b < side; ++b)
            std::printf("%zu,%zu,%u\n", a, b, unsigned(table[a * side + b]));
}

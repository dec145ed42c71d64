// Grundy values of two heaps of Nim that must never be equal (but for the empty board), as a
// contest programmer writes it: nim-diagonal N [--csv].
#include "table.hpp"

int main(int argc, char **argv) {
    const int side = std::stoi(argv[1]) + 1;
    std::vector<std::uint16_t> g(std::size_t(side) * side);
    std::vector<int> seen(1 << 16, -1);
    auto at = [&](int a, int b) -> std::uint16_t & { return g[std::size_t(a) * side + b]; };
    const bool csv = wants_csv(argc, argv);
    if (csv) std::puts("a,b,sg");
    for (int a = 0, stamp = 0; a < side; ++a)
        for (int b = 0; b < side; ++b, ++stamp) {
            if (a == b && a > 0) continue;
            for (int i = 0; i < a; ++i)
                if (i != b || b == 0) seen[at(i, b)] = stamp;
            for (int j = 0; j < b; ++j)
                if (j != a || a == 0) seen[at(a, j)] = stamp;
            std::uint16_t value = 0;
            while (seen[value] == stamp) ++value;
            at(a, b) = value;
            if (csv) std::printf("%d,%d,%u\n", a, b, unsigned(value));
        }
    if (!csv) print_hash(g);
}

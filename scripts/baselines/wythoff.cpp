// Grundy values of Wythoff's game on a square, half of it by symmetry, as a contest programmer
// writes it: wythoff N [--csv].
#include "table.hpp"

int main(int argc, char **argv) {
    const int side = std::stoi(argv[1]) + 1;
    std::vector<std::uint16_t> g(std::size_t(side) * side);
    std::vector<int> seen(1 << 16, -1);
    auto at = [&](int a, int b) -> std::uint16_t & { return g[std::size_t(a) * side + b]; };
    for (int a = 0, stamp = 0; a < side; ++a)
        for (int b = a; b < side; ++b, ++stamp) {
            for (int t = 1; t <= a; ++t) seen[at(a - t, b)] = stamp, seen[at(a - t, b - t)] = stamp;
            for (int t = 1; t <= b; ++t) seen[at(a, b - t)] = stamp;
            std::uint16_t value = 0;
            while (seen[value] == stamp) ++value;
            at(a, b) = at(b, a) = value;
        }
    print_square(g, side, wants_csv(argc, argv));
}

// Grundy values of Wythoff's game with three heaps (from one heap, or the same from any two), as a
// contest programmer writes it: wythoff3 N [--csv].
#include "table.hpp"

int main(int argc, char **argv) {
    const int side = std::stoi(argv[1]) + 1;
    std::vector<std::uint16_t> g(std::size_t(side) * side * side);
    std::vector<int> seen(1 << 16, -1);
    auto at = [&](int a, int b, int c) -> std::uint16_t & {
        return g[(std::size_t(a) * side + b) * side + c];
    };
    int stamp = 0;
    for (int a = 0; a < side; ++a)
        for (int b = 0; b < side; ++b)
            for (int c = 0; c < side; ++c, ++stamp) {
                for (int t = 1; t <= a; ++t) seen[at(a - t, b, c)] = stamp;
                for (int t = 1; t <= b; ++t) seen[at(a, b - t, c)] = stamp;
                for (int t = 1; t <= c; ++t) seen[at(a, b, c - t)] = stamp;
                for (int t = 1; t <= a && t <= b; ++t) seen[at(a - t, b - t, c)] = stamp;
                for (int t = 1; t <= a && t <= c; ++t) seen[at(a - t, b, c - t)] = stamp;
                for (int t = 1; t <= b && t <= c; ++t) seen[at(a, b - t, c - t)] = stamp;
                std::uint16_t value = 0;
                while (seen[value] == stamp) ++value;
                at(a, b, c) = value;
            }
    if (!wants_csv(argc, argv)) return print_hash(g), 0;
    std::puts("a,b,c,sg");
    for (int a = 0; a < side; ++a)
        for (int b = 0; b < side; ++b)
            for (int c = 0; c < side; ++c) std::printf("%d,%d,%d,%d\n", a, b, c, at(a, b, c));
}

// Games whose positions no box holds, by recursion with a std::unordered_map from positions to
// values: search GAME N [--csv]. The rules are in scripts/bench-tables under the same names.
#include "table.hpp"
#include <algorithm>
#include <map>
#include <sys/resource.h>
#include <unistd.h>
#include <unordered_map>

using Key = std::uint64_t;
static std::unordered_map<Key, int> memory;

// The least value not seen.
struct Mex {
    std::vector<char> seen;
    void see(int value) {
        if (value >= int(seen.size())) seen.resize(value + 1);
        seen[value] = 1;
    }
    int value() const {
        return int(std::find(seen.begin(), seen.end(), 0) - seen.begin());
    }
};

// The value of a position, by `options`, which calls its argument with each option.
template <class Options> int searched(Key position, Options &options) {
    const auto known = memory.find(position);
    if (known != memory.end()) return known->second;
    Mex mex;
    options(position, [&](Key option) { mex.see(searched(option, options)); });
    return memory[position] = mex.value();
}

struct Table {
    std::vector<const char *> names;
    std::vector<int> values;
};

// A cell of the strip is chosen, and all at most two away vanish; from a full strip.
static Table strip(int n) {
    auto options = [&](Key free, auto visit) {
        for (int x = 0; x < n; ++x)
            if (free >> x & 1) visit(free & ~(x < 2 ? Key(31) >> (2 - x) : Key(31) << (x - 2)));
    };
    std::vector<int> values;
    for (int k = 0; k <= n; ++k) values.push_back(searched((Key(1) << k) - 1, options));
    return {{"k"}, values};
}

// Every position (a, b) of a square.
template <class Options> Table square(int n, Options options) {
    std::vector<int> values;
    for (Key a = 0; a <= Key(n); ++a)
        for (Key b = 0; b <= Key(n); ++b) values.push_back(searched(a << 40 | b, options));
    return {{"a", "b"}, values};
}

static Table cubes(int n) {
    return square(n, [](Key at, auto visit) {
        const Key a = at >> 40, b = at & ((Key(1) << 40) - 1);
        for (Key t = 1; t <= a; ++t)
            if (t % 3 != b % 3) visit((a - t) << 40 | (3 * b + t * t * t));
        for (Key t = 2; t <= std::min<Key>(b, 9); ++t) visit(a << 40 | b / t);
    });
}

static Table primes(int n) {
    std::vector<char> prime(n + 1, 1);
    for (int p = 2; p <= n; ++p)
        for (int q = 2 * p; q <= n; q += p) prime[q] = 0;
    return square(n, [&](Key at, auto visit) {
        const Key a = at >> 40, b = at & ((Key(1) << 40) - 1);
        for (Key t = 2; t <= a; ++t)
            if (prime[t]) visit((a - t) << 40 | (4 * b + t));
        for (Key t = 1; t <= std::min<Key>(b, 30); ++t)
            if (std::min<Key>(t, b - t) % 4 != a % 4) visit(a << 40 | (b - t) / 2);
    });
}

static void print(const Table &table, int n) {
    for (const char *name : table.names) std::printf("%s,", name);
    std::puts("sg");
    for (std::size_t i = 0; i < table.values.size(); ++i) {
        if (table.names.size() == 2) std::printf("%d,", int(i) / (n + 1));
        std::printf("%d,%d\n", int(i) % (n + 1), table.values[i]);
    }
}

int main(int argc, char **argv) {
    // The recursion is as deep as play is long.
    rlimit room{};
    getrlimit(RLIMIT_STACK, &room);
    if (room.rlim_cur < rlim_t(1) << 30 && room.rlim_cur != RLIM_INFINITY) {
        room.rlim_cur = std::min<rlim_t>(rlim_t(1) << 30, room.rlim_max);
        if (setrlimit(RLIMIT_STACK, &room) == 0) execv("/proc/self/exe", argv);
    }
    const std::map<std::string, Table (*)(int)> games{
        {"strip", strip}, {"cubes", cubes}, {"primes", primes}};
    const int n = std::stoi(argv[2]);
    const Table table = games.at(argv[1])(n);
    if (wants_csv(argc, argv)) print(table, n);
    else print_hash(table.values);
}

// Grundy values of games that no kernel knows, by the loops a contest programmer would write:
// machine GAME N [--csv]. The rules are in scripts/bench-tables under the same names.
#include "table.hpp"
#include <algorithm>
#include <map>
#include <numeric>

using Values = std::vector<std::uint16_t>;

// The least value not seen.
struct Mex {
    std::vector<int> seen = std::vector<int>(1 << 16, -1);
    int stamp = 0;
    void see(int value) { seen[value] = stamp; }
    std::uint16_t next() {
        int value = 0;
        while (seen[value] == stamp) ++value;
        ++stamp;
        return std::uint16_t(value);
    }
};

// A table over 0..ends, the last coordinate fastest, and the names of its coordinates.
struct Table {
    std::vector<const char *> names;
    std::vector<int> ends;
    Values values;
};

static Table guarded(int n) {
    const int side = n + 1;
    Values g(std::size_t(side) * side);
    Mex mex;
    for (int a = 0; a <= n; ++a)
        for (int b = 0; b <= n; ++b) {
            for (int t = 1; t <= a; ++t)
                if ((t + b) % 3 != 1) mex.see(g[(a - t) * side + b]);
            for (int t = 1; t <= b; ++t)
                if ((t & a) == 0) mex.see(g[a * side + b - t]);
            g[a * side + b] = mex.next();
        }
    return {{"a", "b"}, {n, n}, g};
}

static Table guarded3(int n) {
    const int side = n + 1;
    Values g(std::size_t(side) * side * side);
    Mex mex;
    auto at = [&](int a, int b, int c) -> std::uint16_t & { return g[(a * side + b) * side + c]; };
    for (int a = 0; a <= n; ++a)
        for (int b = 0; b <= n; ++b)
            for (int c = 0; c <= n; ++c) {
                for (int t = 1; t <= a; ++t)
                    if ((t + c) % 3 != 1) mex.see(at(a - t, b, c));
                for (int t = 1; t <= b; ++t)
                    if ((t & a) == 0) mex.see(at(a, b - t, c));
                for (int t = 1; t <= c; ++t)
                    if (t % 2 == b % 2) mex.see(at(a, b, c - t));
                at(a, b, c) = mex.next();
            }
    return {{"a", "b", "c"}, {n, n, n}, g};
}

static Table last(int n) {
    const int side = 101;
    Values g(std::size_t(n + 1) * side);
    Mex mex;
    for (int m = 0; m <= n; ++m)
        for (int l = 0; l < side; ++l) {
            for (int t = 1; t <= std::min(m, 100); ++t)
                if (std::abs(t - l) > 1) mex.see(g[(m - t) * side + t]);
            g[m * side + l] = mex.next();
        }
    return {{"n", "l"}, {n, 100}, g};
}

static Table row(int n) {
    const int side = n + 1;
    const int strides[4] = {side * side * side, side * side, side, 1};
    Values g(std::size_t(side) * strides[0]);
    Mex mex;
    int h[4];
    for (h[0] = 0; h[0] <= n; ++h[0])
        for (h[1] = 0; h[1] <= n; ++h[1])
            for (h[2] = 0; h[2] <= n; ++h[2])
                for (h[3] = 0; h[3] <= n; ++h[3]) {
                    const int cell = h[0] * strides[0] + h[1] * strides[1] + h[2] * strides[2] + h[3];
                    for (int i = 0; i < 4; ++i)
                        for (int t = 1; t <= h[i]; ++t)
                            if (t % 3 != 2) mex.see(g[cell - t * strides[i]]);
                    g[cell] = mex.next();
                }
    return {{"h1", "h2", "h3", "h4"}, {n, n, n, n}, g};
}

static Table coprime(int n) {
    Values g(n + 1);
    Mex mex;
    for (int m = 0; m <= n; ++m) {
        for (int i = 1; i < m; ++i)
            if (std::gcd(i, m) == 1) mex.see(g[i] ^ g[m - i]);
        if (m >= 1) mex.see(g[m - 1]);
        g[m] = mex.next();
    }
    return {{"n"}, {n}, g};
}

static Table product(int n) {
    const int side = n + 1;
    Values g(std::size_t(side) * side);
    Mex mex;
    for (int a = 0; a <= n; ++a)
        for (int b = 0; b <= n; ++b) {
            for (int s = 0; s <= a; ++s)
                for (int t = 0; t <= b; ++t)
                    if (s + t > 0 && (s * t) % 2 == 0) mex.see(g[(a - s) * side + b - t]);
            g[a * side + b] = mex.next();
        }
    return {{"a", "b"}, {n, n}, g};
}

static Table set(int n) {
    Values g(std::size_t(1) << n);
    Mex mex;
    for (int s = 0; s < 1 << n; ++s) {
        for (int x = 1; x <= n; ++x)
            for (int y = x + 1; y <= n; ++y)
                if ((y == 2 * x || y - x == 3) && s >> (x - 1) & 1 && s >> (y - 1) & 1)
                    mex.see(g[s ^ 1 << (x - 1) ^ 1 << (y - 1)]);
        if (__builtin_popcount(s) % 2 == 1)
            for (int x = 2; x <= n; x += 2)
                if (s >> (x - 1) & 1) mex.see(g[s ^ 1 << (x - 1)]);
        g[s] = mex.next();
    }
    return {{"A"}, {(1 << n) - 1}, g};
}

static Table squares(int n) {
    const int side = n + 1;
    Values g(std::size_t(side) * side);
    Mex mex;
    std::vector<int> f(side), digits(side);
    for (int x = 0; x <= n; ++x) {
        f[x] = x < 2 ? x : f[x - 1] ^ f[x / 2];
        digits[x] = x == 0 ? 0 : digits[x / 3] + x % 3;
    }
    for (int a = 0; a <= n; ++a)
        for (int b = 0; b <= n; ++b) {
            for (int t = 1; t <= a; ++t)
                if (f[t] == 0 || digits[t] == b % 5) mex.see(g[(a - t) * side + b]);
            for (int t = 1; t <= b; ++t) {
                bool any = t == 2;
                for (int k = 1; k <= b && !any; ++k) any = t == k * k;
                if (any) mex.see(g[a * side + b - t]);
            }
            g[a * side + b] = mex.next();
        }
    return {{"a", "b"}, {n, n}, g};
}

// Every move lowers the number of stones, so heaps in rising order with as many stones as the
// box's corner hold all options.
static Table spread(int n) {
    const int most = 3 * n, side = most + 1;
    Values g(std::size_t(side) * side * side);
    Mex mex;
    auto at = [&](int a, int b, int c) -> std::uint16_t & {
        if (a > b) std::swap(a, b);
        if (b > c) std::swap(b, c);
        if (a > b) std::swap(a, b);
        return g[(std::size_t(a) * side + b) * side + c];
    };
    for (int sum = 0; sum <= most; ++sum)
        for (int a = 0; a <= sum / 3; ++a)
            for (int b = a; b <= (sum - a) / 2; ++b) {
                const int h[3] = {a, b, sum - a - b};
                for (int i = 0; i < 3; ++i) {
                    const int j = (i + 1) % 3, k = (i + 2) % 3;
                    for (int t = 1; t <= h[i]; ++t) {
                        mex.see(at(h[i] - t, h[j], h[k]));
                        for (int s = 1; s <= h[i] - t; ++s)
                            for (int u = h[k] > 0 ? 0 : s; u <= (h[j] > 0 ? s : 0); ++u)
                                mex.see(at(h[i] - t - s, h[j] + u, h[k] + s - u));
                    }
                }
                at(h[0], h[1], h[2]) = mex.next();
            }
    Values box;
    for (int a = 0; a <= n; ++a)
        for (int b = 0; b <= n; ++b)
            for (int c = 0; c <= n; ++c) box.push_back(at(a, b, c));
    return {{"h1", "h2", "h3"}, {n, n, n}, box};
}

// Every move lowers a + b, so the triangle below the box's corner holds all options.
static Table grows(int n) {
    const int side = 2 * n + 1;
    std::vector<char> prime(side, 1);
    for (int p = 2; p < side; ++p)
        for (int q = 2 * p; q < side; q += p) prime[q] = 0;
    Values g(std::size_t(side) * side);
    Mex mex;
    for (int sum = 0; sum <= 2 * n; ++sum)
        for (int a = 0; a <= sum; ++a) {
            const int b = sum - a;
            for (int t = 2; t <= a; ++t)
                if (prime[t]) mex.see(g[(a - t) * side + b + t / 2]);
            if (a > b)
                for (int t = 1; t <= a; ++t) mex.see(g[b * side + a - t]);
            for (int t = 1; t <= b; ++t) mex.see(g[a * side + b - t]);
            g[a * side + b] = mex.next();
        }
    Values box;
    for (int a = 0; a <= n; ++a)
        for (int b = 0; b <= n; ++b) box.push_back(g[a * side + b]);
    return {{"a", "b"}, {n, n}, box};
}

static Table pairs(int n) {
    const int side = n + 1;
    Values g(std::size_t(side) * side);
    Mex mex;
    for (int a = 0; a <= n; ++a)
        for (int b = 0; b <= n; ++b) {
            for (int t = 1; t <= std::min(a, 2); ++t)
                if ((a + t * b) % 5 != 1) mex.see(g[(a - t) * side + b]);
            for (int t = 1; t <= std::min(b, 2); ++t)
                if ((b + t) % 3 != a % 2) mex.see(g[a * side + b - t]);
            g[a * side + b] = mex.next();
        }
    return {{"a", "b"}, {n, n}, g};
}

static Table list(int n) {
    const int side = n + 1;
    Values g(std::size_t(side) * side);
    Mex mex;
    for (int a = 0; a <= n; ++a)
        for (int b = 0; b <= n; ++b) {
            for (int s : {1, 2, 5, 9})
                if (s <= a && (s + b) % 4 != 2) mex.see(g[(a - s) * side + b]);
            for (int s : {1, 3, 4})
                if (s <= b && s * a % 3 != 1) mex.see(g[a * side + b - s]);
            g[a * side + b] = mex.next();
        }
    return {{"a", "b"}, {n, n}, g};
}

// No move raises a + 2b or a, so the cells of the part below the box's corner hold all options.
static Table transfer(int n) {
    const int wide = n + n / 2 + 1;
    Values g(std::size_t(n + 1) * wide);
    Mex mex;
    for (int a = 0; a <= n; ++a)
        for (int b = 0; b <= n + (n - a) / 2; ++b) {
            if (a > 0) mex.see(g[(a - 1) * wide + b]);
            if (a > 1) mex.see(g[(a - 2) * wide + b + 1]);
            if (b > 0 && a % 3 != 2) mex.see(g[a * wide + b - 1]);
            g[a * wide + b] = mex.next();
        }
    Values box;
    for (int a = 0; a <= n; ++a)
        for (int b = 0; b <= n; ++b) box.push_back(g[a * wide + b]);
    return {{"a", "b"}, {n, n}, box};
}

static Table capped(int n) {
    Values g(std::size_t(n + 1) * 5);
    Mex mex;
    for (int m = 0; m <= n; ++m)
        for (int l = 0; l < 5; ++l) {
            for (int t = 1; t <= std::min(m, 4); ++t)
                if (t != l) mex.see(g[(m - t) * 5 + t]);
            g[m * 5 + l] = mex.next();
        }
    return {{"n", "l"}, {n, 4}, g};
}

static Table multiples(int n) {
    const int side = n + 1;
    Values g(std::size_t(side) * side);
    Mex mex;
    for (int a = 0; a <= n; ++a)
        for (int b = 0; b <= n; ++b) {
            if (b > 0)
                for (int k = 1; k <= a / b; ++k) mex.see(g[(a - k * b) * side + b]);
            if (a > 0)
                for (int k = 1; k <= b / a; ++k) mex.see(g[a * side + b - k * a]);
            g[a * side + b] = mex.next();
        }
    return {{"a", "b"}, {n, n}, g};
}

static Table row7(int n) {
    int strides[8] = {}, total = 1, h[7] = {};
    for (int i = 6; i >= 0; --i) strides[i] = total, total *= n + 1;
    Values g(total);
    Mex mex;
    for (int at = 0; at < total; ++at) {
        for (int i = 0; i < 7; ++i) {
            if (h[i] > 0) mex.see(g[at - strides[i]]);
            if (i < 6 && h[i] > 0 && h[i + 1] > 0) mex.see(g[at - strides[i] - strides[i + 1]]);
        }
        g[at] = mex.next();
        for (int i = 6; i >= 0 && ++h[i] > n; --i) h[i] = 0;
    }
    return {{"h1", "h2", "h3", "h4", "h5", "h6", "h7"}, std::vector<int>(7, n), g};
}

static Table runs(int n) {
    Values g(std::size_t(1) << n);
    Mex mex;
    for (int set = 0; set < 1 << n; ++set) {
        for (int x = 0; x < n; ++x)
            for (int y = x; y < std::min(n, x + 5); ++y)
                if ((set >> x & 1) && (set >> y & 1)) mex.see(g[set & ~((2 << y) - (1 << x))]);
        g[set] = mex.next();
    }
    return {{"A"}, {(1 << n) - 1}, g};
}

static Table walls(int n) {
    const int side = n + 1;
    Values g(std::size_t(side) * side);
    Mex mex;
    auto blocked = [](int u, int v) { return (u * u + 3 * v) % 11 == 1; };
    for (int a = 0; a <= n; ++a)
        for (int b = 0; b <= n; ++b) {
            for (int t = 1; t <= a && !blocked(a - t, b); ++t) mex.see(g[(a - t) * side + b]);
            for (int t = 1; t <= b && !blocked(a, b - t); ++t) mex.see(g[a * side + b - t]);
            g[a * side + b] = mex.next();
        }
    return {{"a", "b"}, {n, n}, g};
}

static Table digits(int n) {
    Values g(n + 1);
    Mex mex;
    for (int a = 0; a <= n; ++a) {
        for (int i = 0; a >> (i + 1); ++i)
            if ((a >> i & 1) == (a >> (i + 1) & 1)) mex.see(g[(a >> (i + 2) << i) + a % (1 << i)]);
        if (a & 1) mex.see(g[a / 2]);
        g[a] = mex.next();
    }
    return {{"n"}, {n}, g};
}

static Table divisors(int n) {
    Values g(n + 1);
    Mex mex;
    std::vector<std::vector<int>> of(n + 1);
    for (int d = 1; d <= n; ++d)
        for (int m = 2 * d; m <= n; m += d) of[m].push_back(d);
    for (int a = 0; a <= n; ++a) {
        for (int d : of[a]) mex.see(g[a - d]);
        g[a] = mex.next();
    }
    return {{"n"}, {n}, g};
}

static Table stairs(int n) {
    int strides[5] = {}, total = 1, h[5] = {};
    for (int i = 4; i >= 0; --i) strides[i] = total, total *= n + 1;
    Values g(total);
    Mex mex;
    // What the last step loses, others gain: it is the slowest.
    for (int count = 0; count < total; ++count) {
        int at = 0;
        for (int i = 0; i < 5; ++i) at += h[i] * strides[i];
        for (int t = 1; t <= h[0]; ++t) mex.see(g[at - t * strides[0]]);
        for (int i = 1; i < 5; ++i)
            for (int t = 1; t <= h[i] && h[i - 1] + t <= n; ++t)
                mex.see(g[at - t * strides[i] + t * strides[i - 1]]);
        g[at] = mex.next();
        for (int i = 0; i < 5 && ++h[i] > n; ++i) h[i] = 0;
    }
    return {{"a", "b", "c", "d", "e"}, std::vector<int>(5, n), g};
}

static Table swaps(int n) {
    const int side = n + 1;
    Values g(std::size_t(side) * side);
    Mex mex;
    for (int sum = 0; sum <= 2 * n; ++sum)
        for (int a = std::max(0, sum - n); a <= std::min(n, sum); ++a) {
            const int b = sum - a;
            if (b > 0)
                for (int k = 1; k <= a / b; ++k) mex.see(g[(a - k * b) * side + b]);
            if (a > 0 && b > a)
                for (int k = 1; k <= b / a; ++k) mex.see(g[a * side + b - k * a]);
            if (b > 0 && a > b && std::gcd(a, b) == 1) mex.see(g[b * side + a % b]);
            g[a * side + b] = mex.next();
        }
    return {{"a", "b"}, {n, n}, g};
}

static void print(const Table &table) {
    for (const char *name : table.names) std::printf("%s,", name);
    std::puts("sg");
    std::vector<int> at(table.ends.size());
    for (auto value : table.values) {
        for (int c : at) std::printf("%d,", c);
        std::printf("%d\n", value);
        for (int i = int(at.size()) - 1; i >= 0 && ++at[i] > table.ends[i]; --i) at[i] = 0;
    }
}

int main(int argc, char **argv) {
    const std::map<std::string, Table (*)(int)> games{
        {"guarded", guarded}, {"guarded3", guarded3}, {"last", last},       {"row", row},
        {"coprime", coprime}, {"product", product},   {"set", set},         {"squares", squares},
        {"spread", spread},   {"grows", grows},       {"pairs", pairs},     {"list", list},
        {"transfer", transfer}, {"capped", capped},   {"multiples", multiples},
        {"row7", row7},       {"runs", runs},         {"walls", walls},     {"digits", digits},
        {"divisors", divisors}, {"stairs", stairs},   {"swaps", swaps}};
    const Table table = games.at(argv[1])(std::stoi(argv[2]));
    if (wants_csv(argc, argv)) print(table);
    else print_hash(table.values);
}

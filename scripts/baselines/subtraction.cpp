// Grundy values of a subtraction game, as a contest programmer writes it:
// subtraction SET N [--csv], where SET is numbers separated by commas, `squares` or `primes`.
#include "table.hpp"

static std::vector<int> members(const std::string &set, int last) {
    std::vector<int> s;
    if (set == "squares") {
        for (int k = 1; k <= last / k; ++k) s.push_back(k * k);
    } else if (set == "primes") {
        std::vector<bool> composite(last + 1);
        for (int p = 2; p <= last; ++p) {
            if (composite[p]) continue;
            s.push_back(p);
            for (long long q = 1LL * p * p; q <= last; q += p) composite[q] = true;
        }
    } else {
        for (std::size_t at = 0; at < set.size();) {
            std::size_t read;
            s.push_back(std::stoi(set.substr(at), &read));
            at += read + 1;
        }
    }
    return s;
}

int main(int argc, char **argv) {
    const int last = std::stoi(argv[2]);
    const std::vector<int> set = members(argv[1], last);
    std::vector<std::uint16_t> g(last + 1);
    std::vector<int> seen(1 << 16, -1);
    for (int n = 0; n <= last; ++n) {
        for (int s : set) {
            if (s > n) break;
            seen[g[n - s]] = n;
        }
        while (seen[g[n]] == n) ++g[n];
    }
    print_line(g, wants_csv(argc, argv));
}

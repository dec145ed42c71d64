// Grundy values of an octal game, as a contest programmer writes it: code DIGITS N [--csv], where
// DIGITS are those behind the point of the code, or `grundy`: split a heap into two unequal ones.
#include "table.hpp"

int main(int argc, char **argv) {
    const std::string digits = argv[1];
    const bool grundy = digits == "grundy";
    const int last = std::stoi(argv[2]);
    std::vector<unsigned> g(last + 1), seen(1 << 16);
    for (int n = 1; n <= last; ++n) {
        if (grundy)
            for (int a = 1; 2 * a < n; ++a) seen[g[a] ^ g[n - a]] = n;
        for (int k = 1; !grundy && k <= int(digits.size()) && k <= n; ++k) {
            const int digit = digits[k - 1] - '0', left = n - k;
            if ((digit & 1) && left == 0) seen[0] = n;
            if ((digit & 2) && left > 0) seen[g[left]] = n;
            if (digit & 4)
                for (int a = 1; 2 * a <= left; ++a) seen[g[a] ^ g[left - a]] = n;
        }
        while (seen[g[n]] == unsigned(n)) ++g[n];
    }
    print_line(g, wants_csv(argc, argv));
}

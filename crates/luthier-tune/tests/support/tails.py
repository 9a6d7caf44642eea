"""Answers questions about tails and quantiles, one per line, with scipy.

beta P A B   the quantile of Beta(A, B) at P
most K N P   P(X <= K) for X binomial with N trials of probability P
least K N P  P(X >= K)
"""
import sys

from scipy import stats

for line in sys.stdin:
    kind, *numbers = line.split()
    x, y, z = map(float, numbers)
    if kind == "beta":
        answer = stats.beta.ppf(x, y, z)
    elif kind == "most":
        answer = stats.binom.cdf(x, y, z)
    else:
        answer = stats.binom.sf(x - 1, y, z)
    print(repr(float(answer)))

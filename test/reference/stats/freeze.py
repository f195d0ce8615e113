"""Freezes statistics computed by SciPy and statsmodels as reference data for test/stats-reference.test.ts.

Run from the repository root:
    pip install scipy statsmodels
    python test/reference/stats/freeze.py > test/reference/stats/reference.json
"""

import json
import sys

import numpy as np
import scipy
import statsmodels
from scipy.stats import binomtest, pearsonr
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

rng = np.random.default_rng(7)


def mcnemar_cases():
    pairs = [(47, 66), (0, 0), (0, 1), (1, 0), (1, 1), (0, 5), (5, 0), (3, 4), (2, 9), (10, 30), (15, 16), (16, 17)]
    pairs += [(120, 180), (500, 560), (0, 60), (1000, 1200), (4990, 5010), (20000, 20500), (100000, 101500)]
    pairs += [(400, 800), (1, 900)]
    pairs += [tuple(int(x) for x in rng.integers(0, 80, 2)) for _ in range(40)]
    cases = []
    for a, b in pairs:
        p = float(mcnemar([[0, a], [b, 0]], exact=True).pvalue) if a + b else 1.0
        if a + b:
            assert abs(p - binomtest(min(a, b), a + b).pvalue) <= 1e-9 * max(p, 1e-300) + 1e-12
        cases.append({"aOnly": a, "bOnly": b, "p": p})
    return cases


def holm_cases():
    lists = [[0.04], [0.01, 0.04, 0.03, 0.005], [0.2, 0.2, 0.2], [0.5, 0.9, 1.0], [0.0, 1e-12, 0.05, 0.05, 1.0]]
    lists += [[float(x) for x in rng.random(n) ** 3] for n in (2, 3, 7, 15, 45, 105)]
    return [{"p": p, "adjusted": [float(x) for x in multipletests(p, method="holm")[1]]} for p in lists]


def correlation_cases():
    cases = []
    for n in (2, 3, 6, 23, 200):
        x = rng.normal(size=n)
        cases.append((x, 0.6 * x + rng.normal(size=n)))
        cases.append((np.round(x, 0) + np.arange(n) % 2, np.round(rng.normal(size=n), 1)))
        cases.append((1e6 + x, -3 * x + 0.01 * rng.normal(size=n)))
    out = []
    for x, y in cases:
        if np.all(x == x[0]) or np.all(y == y[0]):
            continue
        out.append({
            "x": [float(v) for v in x],
            "y": [float(v) for v in y],
            "pearson": float(pearsonr(x, y).statistic),
        })
    return out


def quantile_cases():
    out = []
    for n in (1, 2, 5, 40, 999):
        values = [float(v) for v in rng.normal(size=n)]
        low, high = np.percentile(values, [2.5, 97.5])
        out.append({"values": values, "low": float(low), "high": float(high)})
    return out


json.dump(
    {
        "versions": {"scipy": scipy.__version__, "statsmodels": statsmodels.__version__, "numpy": np.__version__},
        "mcnemar": mcnemar_cases(),
        "holm": holm_cases(),
        "correlation": correlation_cases(),
        "quantile": quantile_cases(),
    },
    sys.stdout,
    indent=1,
)
print()

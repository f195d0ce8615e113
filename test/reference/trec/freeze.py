"""Freezes reference scores of trec_eval for random runs and qrels, and compares two other tools with them.

Writes, beside this file:
  cases.json.gz  the cases and pytrec_eval's value of every measure (read by test/measures-trec.test.ts)
  peers.json     how often ranx and ir_measures agree with pytrec_eval on the same cases
  README.md      the table between its two markers

Run it with Python >= 3.10 after
  pip install pytrec-eval-terrier==0.5.11 ranx==0.3.21 ir_measures==0.4.3
The cases depend on SEED alone, so a second run writes the same bytes.
"""

import gzip
import importlib.metadata as metadata
import io
import json
import math
import pathlib
import random
import struct
import sys
import warnings

import pytrec_eval

SEED = 20240611
CASES = 360
HERE = pathlib.Path(__file__).parent
CUTS = [1, 3, 5, 10, 20, 100, 1000]
MEASURES = ["ndcg", "map", "recip_rank"] + [
    f"{head}.{','.join(map(str, CUTS))}" for head in ("ndcg_cut", "map_cut", "recall", "P")
]


def float32(score):
    """The score as trec_eval holds it; too large ones become infinite."""
    try:
        return struct.unpack("f", struct.pack("f", score))[0]
    except OverflowError:
        return math.copysign(math.inf, score)


# ---- cases -------------------------------------------------------------------------------------------

# Where UTF-8 and UTF-16 disagree on order: U+E000..U+FFFF against surrogate pairs, next to plain letters.
LETTERS = ["a", "Z", "9", "é", "ß", "语", "\ud7ff", "\ue000", "\uf8ff", "\uffee", "\U00010000", "\U0001f600", "\U0010fffd"]


def plain_ids(rng, n):
    return [f"d{x}" for x in rng.sample(range(10 * n), n)]


def mixed_ids(rng, n):
    ids = set()
    while len(ids) < n:
        ids.add("".join(rng.choice(LETTERS) for _ in range(rng.randint(1, 4))))
    return sorted(ids)


SCORES = {
    "uniform": lambda rng: rng.random() * 20,
    "ties": lambda rng: float(rng.randint(0, 3)),
    "float32-ties": lambda rng: rng.choice([1.0, 3.5, 1000.0]) + rng.randint(0, 6) * 1e-8,
    "near-float32": lambda rng: 1.0 + rng.randint(0, 12) * 2.0**-26,
    "equal": lambda rng: 0.25,
    "negative": lambda rng: rng.gauss(-5, 4),
    "signs-and-zero": lambda rng: rng.choice([-1.5, -0.0, 0.0, 1.5]),
    "extreme": lambda rng: rng.choice([1e39, 1e40, -1e39, -1e40, 1e-46, 0.0, 1e-45, 3.4e38]),
}
GRADES = {
    "binary": [0, 1],
    "graded": [0, 1, 2, 3, 5],
    "negative": [-2, -1, 0, 1, 2],
    "none-relevant": [-1, 0],
    "all-relevant": [1, 2],
}


def make_case(rng, number):
    kind = list(SCORES)[number % len(SCORES)]
    grades = list(GRADES)[(number // len(SCORES)) % len(GRADES)]
    ids_of = mixed_ids if rng.random() < 0.4 else plain_ids
    qrels, run = {}, {}
    for q in range(rng.randint(1, 4)):
        query = f"q{q}" if rng.random() < 0.8 else f"q{q}é\U0001f600"
        ids = ids_of(rng, rng.choice([1, 2, 5, 12, 30, 30, 60] + [150] * (number % 12 == 0)))
        listed = rng.sample(ids, rng.randint(1, len(ids)))
        judged = rng.sample(ids, rng.randint(1, min(len(ids), 25)))
        fate = rng.random()
        if fate >= 0.08:  # below: not in the run
            run[query] = {} if fate < 0.13 else {d: SCORES[kind](rng) for d in listed}
        if fate < 0.92:  # above: not in the qrels
            qrels[query] = {} if fate > 0.89 else {d: rng.choice(GRADES[grades]) for d in judged}
            if qrels[query] and max(qrels[query].values()) < 0:
                # trec_eval indexes an array by the highest grade: with none >= 0 it writes outside and may crash.
                qrels[query][judged[0]] = 0
    return {"scores": kind, "grades": grades, "qrels": qrels, "run": run}


def reference(case):
    return pytrec_eval.RelevanceEvaluator(case["qrels"], set(MEASURES)).evaluate(case["run"])


# ---- peers -------------------------------------------------------------------------------------------

# pytrec_eval's name -> name in ranx, name in ir_measures
PEER_NAMES = {
    "ndcg_cut_10": ("ndcg@10", "nDCG@10"),
    "map": ("map", "AP"),
    "map_cut_10": ("map@10", "AP@10"),
    "recall_10": ("recall@10", "R@10"),
    "P_10": ("precision@10", "P@10"),
    "recip_rank": ("mrr", "RR"),
    "recip_rank_10": ("mrr@10", "RR@10"),  # trec_eval has no cut-off here: below 1/10 the first is past rank 10
}


def has_tie(run):
    return len({float32(s) for s in run.values()}) < len(run)


def traits(case, query):
    """What could make a tool differ on this query, most telling first."""
    run, qrels = case["run"].get(query), case["qrels"].get(query)
    if not qrels:
        return "query without judgments"
    if run is None:
        return "query missing from the run"
    if not run:
        return "empty list"
    if all(grade < 1 for grade in qrels.values()):
        return "no relevant document"
    if has_tie(run):
        return "tied scores" if len(set(run.values())) < len(run) else "tied in float32 only"
    if any(grade < 0 for grade in qrels.values()):
        return "negative grade"
    return "none of these"


def ranx_values(case, names):
    """ranx one query at a time: its arrays are built per call and its errors would take the case along."""
    from ranx import Qrels, Run, evaluate

    values = {}
    for query in set(case["qrels"]) & set(case["run"]):
        try:
            qrels, run = Qrels({query: case["qrels"][query]}), Run({query: case["run"][query]})
            evaluate(qrels, run, names)
            values[query] = {name: float(run.scores[name][query]) for name in names}
        except Exception as error:  # noqa: BLE001 - which ones is part of the finding
            values[query] = {name: f"error {type(error).__name__}" for name in names}
    return values


def ir_values(case, names):
    import ir_measures

    measures = {ir_measures.parse_measure(name): name for name in names}
    values = {}
    for metric in ir_measures.iter_calc(list(measures), case["qrels"], case["run"]):
        values.setdefault(metric.query_id, {})[measures[metric.measure]] = metric.value
    return values


def wanted(values, name):
    if values is None or name != "recip_rank_10":
        return values and values[name]
    return values["recip_rank"] if values["recip_rank"] >= 0.1 else 0.0


def compare(cases):
    counts = {}
    tools = [("ranx", 0, ranx_values), ("ir_measures", 1, ir_values)]
    for case in cases:
        for tool, column, values_of in tools:
            names = [pair[column] for pair in PEER_NAMES.values()]
            values = values_of(case, names)
            for query in set(case["qrels"]) | set(case["run"]):
                for ours, pair in PEER_NAMES.items():
                    want = wanted(case["want"].get(query), ours)
                    got = values.get(query, {}).get(pair[column])
                    if want is None and got is None:
                        continue
                    if isinstance(got, str):
                        verdict = got
                    elif want is None or got is None:
                        verdict = f"scored by {'pytrec_eval' if got is None else tool} only"
                    else:
                        verdict = "agrees" if abs(want - got) <= 1e-9 else "differs"
                    key = (tool, ours, traits(case, query), verdict)
                    counts[key] = counts.get(key, 0) + 1
    return [dict(zip(("tool", "measure", "query", "verdict", "count"), (*key, n))) for key, n in sorted(counts.items())]


def table(rows):
    """Values by tool and kind of query, with the measures that differ."""
    cells, differing = {}, {}
    for row in rows:
        key = (row["tool"], row["query"])
        column = row["verdict"].split(" ")[0]
        cells.setdefault(key, {}).setdefault(column, 0)
        cells[key][column] += row["count"]
        if column == "differs":
            differing.setdefault(key, []).append(f"{row['measure']} {row['count']}")
    lines = ["| tool | query | agrees | differs | scored by it only | fails | where it differs |", "|---|---|---|---|---|---|---|"]
    for key, counts in cells.items():
        numbers = [str(counts.get(column, 0)) for column in ("agrees", "differs", "scored", "error")]
        lines.append(f"| {' | '.join([*key, *numbers, ', '.join(differing.get(key, []))])} |")
    return "\n".join(lines)


def write_readme(peers):
    path = HERE / "README.md"
    start, end = "<!-- peers -->\n", "<!-- /peers -->"
    before, rest = path.read_text().split(start)
    versions = ", ".join(f"{name} {version}" for name, version in peers["versions"].items())
    text = f"{versions}; values within 1e-9 agree.\n\n{table(peers['rows'])}\n"
    path.write_text(before + start + text + end + rest.split(end)[1])


def main():
    warnings.filterwarnings("ignore")
    rng = random.Random(SEED)
    cases = [make_case(rng, number) for number in range(CASES)]
    for case in cases:
        case["want"] = reference(case)
    versions = {name: metadata.version(name) for name in ("pytrec-eval-terrier", "ranx", "ir_measures")}
    versions["python"] = sys.version.split()[0]
    frozen = {"seed": SEED, "versions": versions, "cases": cases}
    text = json.dumps(frozen, ensure_ascii=True, separators=(",", ":")).encode()
    buffer = io.BytesIO()
    with gzip.GzipFile(fileobj=buffer, mode="wb", mtime=0, compresslevel=9) as out:
        out.write(text)
    (HERE / "cases.json.gz").write_bytes(buffer.getvalue())
    peers = {"versions": versions, "rows": compare(cases)}
    (HERE / "peers.json").write_text(json.dumps(peers, indent=1) + "\n")
    write_readme(peers)


main()

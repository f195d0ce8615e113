"""The Python side of bench/scoring.ts: scores the same lists with pytrec_eval and ranx.

Usage: python scoring_peer.py DIR ROUNDS
Reads what bench/scoring.ts wrote into DIR; prints one JSON object.
"""

import importlib.metadata as metadata
import json
import pathlib
import platform
import sys
import time
import warnings

import numpy as np


def timed(run, rounds):
    seconds = []
    for _ in range(rounds):
        start = time.perf_counter()
        result = run()
        seconds.append(time.perf_counter() - start)
    return seconds, result


def main():
    warnings.filterwarnings("ignore")
    folder, rounds = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    shape = json.loads((folder / "shape.json").read_text())
    queries, listed, judged = shape["queries"], shape["listed"], shape["judged"]
    names = [f"doc{i}" for i in range(shape["documents"])]
    docs = np.fromfile(folder / "docs.u32", dtype=np.uint32).reshape(queries, listed)
    scores = np.fromfile(folder / "scores.f64").reshape(queries, listed)
    judgments = np.fromfile(folder / "judgments.u32", dtype=np.uint32).reshape(queries, judged, 2)
    run = {
        f"q{q}": {names[d]: s for d, s in zip(docs[q].tolist(), scores[q].tolist())} for q in range(queries)
    }
    qrels = {f"q{q}": {names[d]: g for d, g in judgments[q].tolist()} for q in range(queries)}
    del docs, scores

    import pytrec_eval

    def trec():
        evaluator = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg_cut.10", "map", "recall.100", "recip_rank"})
        return evaluator.evaluate(run)

    seconds, values = timed(trec, rounds)
    # trec_eval has no cut-off for the reciprocal rank: below 1/10 the first relevant is past rank 10.
    means = {
        "nDCG@10": sum(v["ndcg_cut_10"] for v in values.values()) / queries,
        "AP": sum(v["map"] for v in values.values()) / queries,
        "R@100": sum(v["recall_100"] for v in values.values()) / queries,
        "RR@10": sum(v["recip_rank"] if v["recip_rank"] >= 0.1 else 0 for v in values.values()) / queries,
    }
    out = {
        "python": platform.python_version(),
        "versions": {name: metadata.version(name) for name in ("pytrec-eval-terrier", "ranx", "numba", "numpy")},
        "pytrec_eval": {"seconds": seconds, "means": means},
    }
    del values

    import ranx

    start = time.perf_counter()
    ranx_qrels, ranx_run = ranx.Qrels(qrels), ranx.Run(run)
    out["ranx_build"] = {"seconds": [time.perf_counter() - start]}
    metrics = ["ndcg@10", "map", "recall@100", "mrr@10"]
    ranx.evaluate(ranx_qrels, ranx_run, metrics)  # compiles, and sorts what is not yet sorted
    for threads in (1, 0):
        seconds, values = timed(lambda: ranx.evaluate(ranx_qrels, ranx_run, metrics, threads=threads), rounds)
        means = dict(zip(("nDCG@10", "AP", "R@100", "RR@10"), (float(values[m]) for m in metrics)))
        out["ranx_one_thread" if threads else "ranx_all_threads"] = {"seconds": seconds, "means": means}
    json.dump(out, sys.stdout)


main()

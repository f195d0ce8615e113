"""The Python side of bench/bm25.ts: indexes and searches the same token lists with bm25s.

Usage: python bm25_peer.py --folders           prints where this Python keeps its modules
       python bm25_peer.py DIR DEPTH K1 B      times bm25s on DIR/docs.jsonl and DIR/queries.jsonl
Prints one JSON value.
"""

import importlib.metadata as metadata
import json
import logging
import pathlib
import platform
import sys
import sysconfig
import time


def read(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def timed(run):
    start = time.perf_counter()
    result = run()
    return time.perf_counter() - start, result


def measure(folder, depth, k1, b):
    import bm25s
    from bm25s.tokenization import Tokenized

    logging.disable(logging.CRITICAL)
    docs, queries = read(folder / "docs.jsonl"), read(folder / "queries.jsonl")
    vocabulary = {}
    ids = [[vocabulary.setdefault(token, len(vocabulary)) for token in doc] for doc in docs]

    def index(corpus):
        model = bm25s.BM25(k1=k1, b=b, method="lucene", backend="numba")
        model.index(corpus, show_progress=False)
        return model

    def search(asked):
        return model.retrieve(asked, k=depth, n_threads=1, show_progress=False)

    from_ids, _ = timed(lambda: index(Tokenized(ids=ids, vocab=vocabulary)))
    from_strings, model = timed(lambda: index(docs))
    search(queries[:100])
    seconds, (_, scores) = timed(lambda: search(queries))
    return {
        "python": platform.python_version(),
        "versions": {name: metadata.version(name) for name in ("bm25s", "numba", "numpy")},
        "index": from_strings,
        "indexIds": from_ids,
        "search": seconds,
        "scores": scores[:500].tolist(),
    }


if sys.argv[1] == "--folders":
    print(json.dumps(sorted({sysconfig.get_paths()[name] for name in ("stdlib", "purelib")})))
else:
    print(json.dumps(measure(pathlib.Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4]))))

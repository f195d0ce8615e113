import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Judgment } from '../src/core/benchmark.js';
import { beir } from '../src/formats/beir.js';
import { coquir } from '../src/formats/coquir.js';
import { coreb } from '../src/formats/coreb.js';
import { corebReranker } from '../src/formats/coreb-reranker.js';
import { execretrieval } from '../src/formats/execretrieval.js';
import type { Format } from '../src/formats/format.js';
import { trec } from '../src/formats/trec.js';
import { readQrels } from '../src/formats/trec-qrels.js';
import { openBenchmark, writeBenchmark } from '../src/store/benchmark-folder.js';
import { contentOf, fixture, readWith, spoilable } from './read-source.js';

const PAPERS: [Format, string][] = [
  [coreb, 'coreb/parquet'],
  [corebReranker, 'coreb/reranker'],
  [coquir, 'coquir/CodeNet-B'],
  [execretrieval, 'execretrieval'],
];

const byDocument = (judgments: readonly Judgment[]): Judgment[] =>
  [...judgments].sort((a, b) => (a.doc < b.doc ? -1 : 1));

for (const [format, path] of PAPERS)
  test(`${format.title} is written as BEIR and as TREC`, async (t) => {
    const out = join(spoilable(t, 'coquir/SQLR2'), 'out');
    const { source } = await readWith(format, fixture(path));
    await writeBenchmark(source, join(out, 'assay'));
    const benchmark = await openBenchmark(join(out, 'assay'));
    const context = { options: {}, warn: () => {} };
    for (const writer of [beir, trec]) {
      mkdirSync(join(out, writer.name));
      await writer.write!(benchmark, join(out, writer.name), context);
    }
    const alone = benchmark.tasks.length === 1;
    for (const task of benchmark.tasks) {
      const folder = join(out, 'beir', alone ? '.' : task.id);
      const { queries, documents } = await contentOf(beir, folder, {
        direction: task.direction,
        level: String(task.level),
      });
      const qrels = await readQrels(join(out, 'trec', `${task.id}.qrels`));
      const again = new Map(Object.values(queries)[0]!.map((item) => [item.query.id, item]));
      for await (const { query, judgments } of task.queries()) {
        const back = again.get(query.id)!;
        assert.equal(back.query.text, query.text);
        assert.equal(back.query.cluster, query.cluster);
        assert.deepEqual(byDocument(back.judgments), byDocument(judgments));
        assert.deepEqual(byDocument(qrels.judgments(query.id)), byDocument(judgments));
      }
      const corpus = benchmark.corpora.get(task.corpus)!;
      const [texts] = Object.values(documents);
      assert.equal(texts!.length, corpus.size);
      for await (const { i, text } of corpus.texts()) assert.equal(texts![i]!.text, text);
    }
    assert.ok(readdirSync(join(out, 'trec')).length > 0);
  });

/** What MTEB calls the measures that it has too: the head in Assay → the head in MTEB. */
const MTEB_HEADS: Readonly<Record<string, string>> = {
  nDCG: 'ndcg',
  AP: 'map',
  R: 'recall',
  P: 'precision',
  RR: 'mrr',
};

/** ExecRetrieval's names that mean another measure elsewhere, or are spelled in another way. */
const EXEC_HEADS: Readonly<Record<string, string>> = {
  precision: 'execP',
  exec_ndcg_gap: 'exec-gap',
};

function renamed(name: string, heads: Readonly<Record<string, string>>): string {
  const [, head = '', rest = ''] = /^(.*?)(@.*)?$/s.exec(name)!;
  return (Object.hasOwn(heads, head) ? heads[head]! : head) + rest;
}

/**
 * One name for a measure, whoever spelled it: `nDCG@10`, `ndcg@10` and `ndcg_at_10` are all `ndcg_at_10`.
 * Measures that MTEB does not have keep their head: `exec@1` is `exec_at_1`.
 */
export function metricKey(name: string): string {
  return renamed(name, MTEB_HEADS).replace('@', '_at_');
}

/** The key of a metric of an ExecRetrieval result file, whose `precision` counts documents that pass their tests. */
export function execMetricKey(name: string): string {
  return metricKey(renamed(name, EXEC_HEADS));
}

/** Whether MTEB's retrieval tasks report a metric of that key. */
export function isMtebMetric(key: string): boolean {
  return Object.values(MTEB_HEADS).some((head) => key.startsWith(`${head}_at_`));
}

import { isObject } from '../core/json.js';
import { Fields } from '../store/fields.js';
import { readError, readJson } from '../store/lines.js';

/** One `results/MODEL.json`: the published figures of a model, and what it ranked at the top. */
export interface ExecResults {
  model: string;
  /** `exec@1` → mean over queries, as published. */
  metrics: Record<string, number>;
  rows: {
    query: string;
    hits: { doc: string; rank: number; score: number; passes: boolean | undefined }[];
  }[];
}

function nested(value: unknown, fields: Fields, what: string): Fields {
  if (!isObject(value)) throw fields.fail(`every item of "${what}" must be an object`);
  return new Fields(value, fields.place);
}

/** The metrics as one level of names: `{ "exec@k": { "1": x } }` and `{ "exec@1": x }` are both `exec@1`. */
function metricsOf(fields: Fields): Record<string, number> {
  const metrics: Record<string, number> = {};
  for (const [name, value] of Object.entries(fields.record)) {
    if (typeof value === 'number') metrics[name] = value;
    else if (isObject(value))
      for (const [k, inner] of Object.entries(value))
        if (typeof inner === 'number') metrics[`${name.replace(/@k$/, '')}@${k.replace(/^.*@/, '')}`] = inner;
  }
  return metrics;
}

function hitsOf(query: Fields): ExecResults['rows'][number]['hits'] {
  const seen = new Set<string>();
  return query.array('top_results').map((item) => {
    const fields = nested(item, query, 'top_results');
    const doc = fields.id('corpus_id');
    if (seen.size === seen.add(doc).size) throw query.fail(`document "${doc}" is in its top_results twice`);
    const passes = fields.record.passes_all_tests;
    return {
      doc,
      rank: fields.number('rank'),
      score: fields.number('similarity'),
      passes: typeof passes === 'boolean' ? passes : undefined,
    };
  });
}

/** @throws UserError naming the file and the query of what cannot be used */
export async function readExecResults(path: string): Promise<ExecResults> {
  const json = await readJson(path);
  if (!isObject(json)) throw readError(path, 'a JSON object was expected');
  const top = new Fields(json, { path });
  const seen = new Set<string>();
  const rows = top.array('per_query').map((item) => {
    const query = nested(item, top, 'per_query');
    const named = new Fields(query.record, { path: `${path}, query "${String(query.record.query_id)}"` });
    const row = { query: named.id('query_id'), hits: hitsOf(named) };
    if (seen.size === seen.add(row.query).size) throw named.fail('it is there twice');
    return row;
  });
  return { model: top.string('model'), metrics: metricsOf(top.object('metrics')), rows };
}

/** The fields that say what a line is about, in the order in which they are told. */
const NAMES = ['corpus', 'task', 'id', 'corpus_id', 'query_id', 'query', 'doc', 'system', 'code', 'suite'];
/** The names of digests in ExecRetrieval's cache. */
const DIGESTS = ['code_sha256', 'tests_sha256'];
const LONGEST = 60;

/** ` (task search, query q7, doc d3)`; empty where the record has none of the known fields. */
export function labelOf(record: Readonly<Record<string, unknown>>): string {
  const parts = [...NAMES, ...DIGESTS].flatMap((name) => {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (typeof value !== 'string' || value === '' || value.length > 2 * LONGEST) return [];
    // Beside a query_id, it is the query's text.
    if (name === 'query' && Object.hasOwn(record, 'query_id')) return [];
    const digest = /^[0-9a-f]{64}$/.test(value);
    // Elsewhere it is the text of a document.
    if (name === 'code' && !digest) return [];
    return [`${name} ${digest ? value.slice(0, 12) : value.slice(0, LONGEST)}`];
  });
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

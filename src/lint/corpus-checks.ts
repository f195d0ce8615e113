import { groupsOf } from '../families/groups.js';
import { medoid } from '../families/medoid.js';
import { type Check, found } from './finding.js';

export const emptyDocuments: Check = {
  name: 'empty-documents',
  severity: 'warning',
  describe: 'documents without any visible character: no system can rank them by their content',
  corpus: ({ corpus, texts }) =>
    found(
      texts.empty.map((i) => corpus.meta(i).id),
      corpus.size,
      'documents are empty',
    ),
};

export const duplicateDocuments: Check = {
  name: 'duplicate-documents',
  severity: 'warning',
  describe: 'documents with the same text as an earlier one: systems tie on them, and the id decides',
  corpus: ({ corpus }) => {
    const seen = new Set<string>();
    const ids: string[] = [];
    for (let i = 0; i < corpus.size; i++) {
      const { digest, id } = corpus.meta(i);
      if (seen.has(digest)) ids.push(id);
      seen.add(digest);
    }
    return found(ids, corpus.size, 'documents repeat the text of another');
  },
};

/** A canonical that is the medoid of its group can be found without reading the query. */
export const medoidLeak: Check = {
  name: 'medoid-leak',
  severity: 'warning',
  describe:
    'near-clone groups whose canonical is their most central member: a baseline without a query finds it',
  corpus: async ({ corpus }) => {
    const groups = groupsOf(corpus);
    const rate = (await medoid.prepare(corpus, groups))({
      id: '',
      text: '',
      kind: 'text',
      cluster: '',
      exclude: [],
    });
    let groupsSeen = 0;
    let chance = 0;
    const central: string[] = [];
    for (const members of groups.members) {
      if (members.length < 3) continue;
      const root = [...members].find((i) => corpus.meta(i).variant === undefined);
      if (root === undefined || [...members].every((i) => corpus.meta(i).variant === undefined)) continue;
      groupsSeen++;
      chance += 1 / members.length;
      if ([...members].every((i) => i === root || rate(i) < rate(root))) central.push(corpus.meta(root).id);
    }
    const expected = groupsSeen === 0 ? 0 : chance / groupsSeen;
    return central.length / groupsSeen > Math.max(1.5 * expected, expected + 0.1)
      ? found(
          central,
          groupsSeen,
          `canonicals are the medoid of their group (chance: ${(100 * expected).toFixed(0)} %)`,
        )
      : undefined;
  },
};

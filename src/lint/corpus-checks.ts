import type { Corpus } from '../core/benchmark.js';
import { groupsOf } from '../families/groups.js';
import { centralitiesOf } from '../families/medoid.js';
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

/** The groups of three or more that have planted variants and a canonical: its ordinal, and all members. */
function plantedGroups(corpus: Corpus): { root: number; members: Uint32Array }[] {
  return groupsOf(corpus).members.flatMap((members) => {
    const isVariant = (i: number) => corpus.meta(i).variant !== undefined;
    const root = members.find((i) => !isVariant(i));
    return members.length > 2 && root !== undefined && members.some(isVariant) ? [{ root, members }] : [];
  });
}

/** A canonical that is the medoid of its group can be found without reading the query. */
export const medoidLeak: Check = {
  name: 'medoid-leak',
  severity: 'warning',
  describe:
    'near-clone groups whose canonical is their most central member: a baseline without a query finds it',
  corpus: async ({ corpus }) => {
    const planted = plantedGroups(corpus);
    const central: string[] = [];
    let chance = 0;
    for (const { root, members } of planted) {
      chance += 1 / members.length / planted.length;
      const centrality = await centralitiesOf(corpus, members);
      const own = centrality[members.indexOf(root)]!;
      if (members.every((i, k) => i === root || centrality[k]! < own)) central.push(corpus.meta(root).id);
    }
    if (central.length / planted.length <= Math.max(1.5 * chance, chance + 0.1)) return undefined;
    return found(
      central,
      planted.length,
      `canonicals are the medoid of their group (chance: ${(100 * chance).toFixed(0)} %)`,
    );
  },
};

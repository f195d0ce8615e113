import type { ResultTable, TableValue } from '../core/result-table.js';
import { counted } from '../core/words.js';
import { parseMeasure } from '../measures/registry.js';
import { spearman } from '../stats/correlation.js';
import { quantile } from '../stats/interval.js';
import type { Analysis, Subject } from './analysis.js';
import { SeenPairs } from './pairs.js';
import { measured } from './tables.js';
import { anyVariants, variantsOf } from './variants.js';

/** By variant, numbered through as in `SeenPairs`: NaN where it is not known. */
interface Sizes {
  absolute: Float64Array;
  /** Over the length of the canonical. */
  relative: Float64Array;
}

/** Reads the texts once, for the lengths of the canonicals. */
async function sizesOf({ corpora }: SeenPairs): Promise<Sizes> {
  const total = corpora.reduce((sum, { corpus }) => sum + corpus.size, 0);
  const sizes = { absolute: new Float64Array(total).fill(NaN), relative: new Float64Array(total).fill(NaN) };
  for (const { corpus, variants, first } of corpora) {
    const length = new Float64Array(corpus.size);
    if (variants.size.some((size) => size > 0))
      for await (const { i, text } of corpus.texts()) length[i] = text.length;
    for (let i = 0; i < corpus.size; i++) {
      const size = variants.size[i]!;
      if (size === 0) continue;
      sizes.absolute[first + i] = size;
      const canonical = length[variants.root[i]!] ?? 0;
      if (canonical > 0) sizes.relative[first + i] = size / canonical;
    }
  }
  return sizes;
}

/** A system's pairs of known size, or those of several systems. */
class Pairs {
  readonly deceived: number[] = [];
  readonly absolute: number[] = [];
  readonly relative: number[] = [];
  unknown = 0;

  add({ variant, deceived }: ReturnType<SeenPairs['of']>, { absolute, relative }: Sizes): void {
    for (let k = 0; k < variant.length; k++) {
      const at = variant[k]!;
      if (Number.isNaN(relative[at])) {
        this.unknown++;
        continue;
      }
      this.deceived.push(deceived[k]!);
      this.absolute.push(absolute[at]!);
      this.relative.push(relative[at]!);
    }
  }

  row(name: string): TableValue[] {
    const { deceived, absolute, relative } = this;
    return [
      name,
      measured(spearman(absolute, deceived)),
      measured(spearman(relative, deceived)),
      deceived.length,
    ];
  }
}

function spread(values: readonly number[], digits: number): string {
  const sorted = Float64Array.from(values).sort();
  const [least, median, most] = [0, 0.5, 1].map((p) => Number(quantile(sorted, p).toFixed(digits)));
  return `median ${median}, range ${least}–${most}`;
}

async function tableOf(seen: SeenPairs, systems: Subject['systems']): Promise<ResultTable[]> {
  const sizes = await sizesOf(seen);
  const pooled = new Pairs();
  const rows: TableValue[][] = [];
  let most = new Pairs();
  for (const [s, { name, baseline }] of systems.entries()) {
    const pairs = new Pairs();
    pairs.add(seen.of(s), sizes);
    rows.push(pairs.row(name));
    if (!baseline) pooled.add(seen.of(s), sizes);
    if (pairs.deceived.length > most.deceived.length) most = pairs;
  }
  const { absolute, relative, unknown } = most;
  if (absolute.length === 0) return [];
  const pooledNames = systems.filter(({ baseline }) => !baseline).map(({ name }) => name);
  if (pooledNames.length > 0) rows.push(pooled.row('pooled'));
  return [
    {
      name: 'edit-size',
      title: 'Deception and the size of the edit',
      columns: ['system', 'ρ absolute', 'ρ relative', 'pairs'],
      rows,
      notes: [
        'Spearman’s ρ over (query, canonical, variant) of whether the variant scores higher with the size of the edit: absolute, and over the length of the canonical.',
        'Near 0: larger edits are no easier to tell.',
        'Only variants of one edit. Size: characters (UTF-16 units) that it inserts and deletes.',
        ...(pooledNames.length > 0 ? [`Pooled: the pairs of ${pooledNames.join(', ')}.`] : []),
        `Sizes over ${counted(absolute.length, 'pair')}: ${spread(absolute, 1)} characters; ${spread(
          relative.map((share) => 100 * share),
          2,
        )} % of the canonical.`,
        ...(unknown > 0 ? [`${counted(unknown, 'pair')} of unknown edit size left out.`] : []),
      ],
    },
  ];
}

/** ExecRetrieval's appendix G.1, which is about single mutations: of stacked ones `stacked.ts` tells. */
export const editSize: Analysis = {
  name: 'edit-size',
  describe: 'Spearman’s ρ of deception with the absolute and the relative size of the edit',
  start({ benchmark, systems }, { scores }) {
    const measure = parseMeasure('deception');
    if (!anyVariants(benchmark) || !scores.want(measure)) return undefined;
    const pairs = new SeenPairs({ benchmark, systems });
    return {
      see({ system, corpus }) {
        const { edits } = variantsOf(corpus) ?? {};
        for (const { num, doc } of scores.of(measure)!.cells)
          if (doc !== undefined && edits?.[doc] === 1) pairs.add(system, corpus, doc, num > 0);
      },
      tables: () => tableOf(pairs, systems),
    };
  },
};

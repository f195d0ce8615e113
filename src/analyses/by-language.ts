import { parseMeasure } from '../measures/registry.js';
import type { Analysis } from './analysis.js';
import { ANY_LANGUAGE, byLanguage } from './grouping.js';
import { breakdown } from './tables.js';

export const BROKEN_DOWN = ['nDCG@10', 'exec@1', 'PPA'];

/** CoREB's Figure 6 and Table 15, CoQuIR's Figure 3(a): the mean of each language subset. */
export const languages: Analysis = {
  name: 'by-language',
  describe: `${BROKEN_DOWN.join(', ')} for each language that queries name`,
  start(subject, shared) {
    const grouping = byLanguage(subject.table);
    if (grouping.names.length < 2) return undefined;
    const measures = BROKEN_DOWN.map(parseMeasure).filter((measure) => shared.scores.keep(measure));
    return {
      tables: async () =>
        (
          await Promise.all(
            measures.map((measure) =>
              breakdown(subject, shared, {
                name: `by-language-${measure.name}`,
                title: `${measure.name} by language`,
                ...{ head: 'language', grouping, measure },
                notes: [
                  'The language is that of the query or its task.',
                  ...(grouping.names.includes(ANY_LANGUAGE) ? ['"any": they name none.'] : []),
                ],
              }),
            ),
          )
        ).flat(),
    };
  },
};

import { counted } from '../core/words.js';
import type { Seen } from '../evaluate/observer.js';
import { parseMeasure } from '../measures/registry.js';
import type { Analysis } from './analysis.js';
import { Labels } from './grouping.js';
import { breakdown } from './tables.js';

/** Imported records keep a nested field under a dotted name: ExecRetrieval's is `metadata.domain`. */
function domainOf({ item }: Pick<Seen, 'item'>): string | undefined {
  const { tags = {} } = item.query;
  const name = 'domain' in tags ? 'domain' : Object.keys(tags).find((tag) => tag.endsWith('.domain'));
  return name === undefined ? undefined : tags[name];
}

/** ExecRetrieval's Figure 6. */
export const domains: Analysis = {
  name: 'domains',
  describe: 'exec@1 for each domain that queries are tagged with; P@1 where nothing was run',
  start(subject, shared) {
    const { scores } = shared;
    const labels = new Labels(domainOf);
    const [exec, precision] = [parseMeasure('exec@1'), parseMeasure('P@1')];
    scores.keep(exec);
    scores.keep(precision);
    return {
      see: (seen) => labels.see(seen),
      async tables() {
        const grouping = labels.grouping(subject.table);
        const tested = subject.systems.some((_, s) => scores.cells(exec, s) !== undefined);
        const measure = tested ? exec : precision;
        const untagged = grouping.of.filter((group) => group < 0).length;
        return breakdown(subject, shared, {
          name: `by-domain-${measure.name}`,
          title: `${measure.name} by domain`,
          ...{ head: 'domain', grouping, measure },
          notes: untagged === 0 ? [] : [`In no domain: ${counted(untagged, 'query')}.`],
        });
      },
    };
  },
};

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../src/core/errors.js';
import { MAX_CUTOFF } from '../src/measures/family.js';
import { PROFILE_FIELDS, PROFILES, profile } from '../src/measures/profiles.js';
import { MEASURE_FAMILIES, parseMeasure, parseMeasures } from '../src/measures/registry.js';
import { namesOf } from './measures-world.js';

/** The message and the next step of what was thrown. */
function refusalOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    assert.ok(error instanceof UserError, String(error));
    return `${error.message} | ${error.next}`;
  }
  return assert.fail('nothing was thrown');
}

test('every name parses back to the measure that bears it', () => {
  for (const family of MEASURE_FAMILIES)
    for (const name of namesOf(family, [1, 7, 10, 100, MAX_CUTOFF])) {
      assert.equal(parseMeasure(name).name, name);
      assert.equal(MEASURE_FAMILIES.filter((other) => other.parse(name)).length, 1, `${name} has one family`);
    }
});

test('the measures of the specification are all there', () => {
  const patterns = MEASURE_FAMILIES.map((family) => family.pattern);
  assert.deepEqual(patterns, [
    ...['nDCG[@k]', 'AP[@k]', 'R[@k]', 'P@k', 'RR[@k]', 'PPA', 'MRS', 'exec@k', 'execP@k', 'exec-gap@k'],
    ...['intrusion@k', 'paired-miss', 'margin', 'margin-lost', 'deception'],
  ]);
});

test('a wrong name is refused with the nearest right one', () => {
  const cases: [string, RegExp][] = [
    ['nDGC@10', /there is no such measure \| Did you mean nDCG@10\?/],
    ['ndcg@5', /Did you mean nDCG@5\?/],
    ['MAP', /Did you mean AP\?/],
    ['mrr@10', /Did you mean RR@10\?/],
    ['ndcg_cut.10', /Did you mean nDCG@10\?/],
    ['precision@3', /Did you mean P@3\?/],
    ['P', /Did you mean P@10\?/],
    ['exec', /Did you mean exec@10\?/],
    ['exec-gaps@3', /Did you mean exec-gap@3\?/],
    ['paired_miss', /Did you mean paired-miss\?/],
    ['PPA@10', /it has no cut-off \| Did you mean PPA\?/],
    ['something else', /there is no such measure \| Measures: nDCG\[@k\], AP/],
  ];
  for (const [name, expected] of cases) {
    const message = refusalOf(() => parseMeasure(name));
    assert.match(message, expected);
    assert.ok(message.startsWith(`cannot use measure "${name}"`), message);
  }
});

test('k is a plain number from 1 to 1,000,000', () => {
  for (const k of ['0', '-1', '1.5', '01', '1e3', '', ' 5', '1000001', '9999999', '５', '10@10'])
    assert.match(
      refusalOf(() => parseMeasure(`nDCG@${k}`)),
      /k must be a whole number from 1 to 1000000/,
    );
});

test('a comma list keeps its order and each measure once', () => {
  const names = parseMeasures(' RR@10,nDCG@10 , RR@10,').map((measure) => measure.name);
  assert.deepEqual(names, ['RR@10', 'nDCG@10']);
  assert.match(
    refusalOf(() => parseMeasures(' , ')),
    /cannot use the list of measures " , ": it names none/,
  );
  assert.match(
    refusalOf(() => parseMeasures('RR@10,foo@2')),
    /cannot use measure "foo@2"/,
  );
});

test('profiles: known by their own names, with measures that exist and values that are documented', () => {
  for (const [name, one] of Object.entries(PROFILES)) {
    assert.equal(one.name, name);
    assert.equal(profile(name), one);
    assert.ok(one.measures.length > 0);
    assert.deepEqual(
      parseMeasures(one.measures.join(',')).map((measure) => measure.name),
      one.measures,
    );
    for (const [field, { values }] of Object.entries(PROFILE_FIELDS))
      assert.ok(String(one[field as keyof typeof one]) in values, `${name}.${field}`);
  }
  for (const one of Object.values(PROFILES))
    assert.ok(!one.measures.includes('margin'), 'its units differ from system to system');
  const documented = [...Object.keys(PROFILE_FIELDS), 'name', 'describe', 'measures'].sort();
  assert.deepEqual(Object.keys(PROFILES.assay!).sort(), documented);
  assert.match(
    refusalOf(() => profile('asay')),
    /cannot use profile "asay": .* \| Did you mean assay\?/,
  );
  assert.match(
    refusalOf(() => profile('constructor')),
    /there is no such profile/,
  );
});

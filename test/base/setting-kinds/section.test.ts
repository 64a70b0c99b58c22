import { describe, expect, it } from 'vitest';
import {
  type AnySetting,
  defaultsOf,
  isSection,
  type SettingsShape,
  section,
  settingsOf,
} from '../../../lib/base/setting-kinds/section.ts';
import {
  count,
  derived,
  flag,
  named,
  onlyInFile,
  seconds,
  text,
} from '../../../lib/base/setting-kinds/setting.ts';
import { jobSections } from '../../../lib/capabilities/declared.ts';

const notes = { description: 'Of no matter.' };
const apples = section('Apples.', {
  rest: seconds(0, 100, 2.5, notes),
  between: named('gapMs', seconds(0, 100, 1, notes)),
  most: count(1, 10, undefined, notes),
  ripe: flag(true, notes),
  kind: derived(text({}, undefined, notes)),
  list: onlyInFile(text({}, undefined, notes)),
});

/** Every setting of a job with its path. */
function* settingsIn(shape: SettingsShape, prefix = ''): Generator<readonly [string, AnySetting]> {
  for (const [key, one] of Object.entries(shape)) {
    if (isSection(one)) yield* settingsIn(one.keys, `${prefix}${key}.`);
    else yield [prefix + key, one];
  }
}

describe('a section of settings', () => {
  it('gives what a file says under the names and in the units of the settings', () => {
    const given = { rest: 1.5, between: 0.0004, most: 3, ripe: false, kind: 'boskoop', list: 'apples.txt' };
    expect(settingsOf(apples.keys, given)).toEqual({
      restMs: 1_500,
      gapMs: 0,
      most: 3,
      ripe: false,
      kind: 'boskoop',
    });
  });

  it('has defaults that follow from it', () => {
    expect(defaultsOf(apples)).toEqual({ restMs: 2_500, gapMs: 1_000, ripe: true });
  });
});

describe('the settings of a job', () => {
  const numbers = [...settingsIn(jobSections)].flatMap(([path, { is, fallback }]) =>
    'min' in is ? [[path, is, [fallback].filter((value) => typeof value === 'number')] as const] : [],
  );

  it.each(numbers)('have defaults within their bounds: %s', (_, { min, max }, values) => {
    for (const value of values) {
      expect(value).toBeGreaterThanOrEqual(min);
      expect(value).toBeLessThanOrEqual(max);
    }
  });
});

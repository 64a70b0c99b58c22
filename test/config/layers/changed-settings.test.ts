import { describe, expect, it } from 'vitest';
import { parseJob } from '../../../lib/config/job/load-job.ts';
import { changedSettings, describeChange } from '../../../lib/config/layers/changed-settings.ts';
import { encodeSettings, parseSettings } from '../../../lib/config/stored/settings-json.ts';

const settingsOf = (text: string) => parseJob(text, '/jobs/pears/job.yaml').settings;
const stored = (text: string) => parseSettings(encodeSettings(settingsOf(text)));
const differences = (before: string, after: string) =>
  changedSettings(stored(before), settingsOf(after)).map(describeChange);

describe('the difference between two versions of settings', () => {
  it('is nothing where only lines have moved', () => {
    const scope = 'scope: { hosts: [pears.example], exclude: ["URL /basket"] }\n';
    const overrides = 'overrides: [{ host: www.pears.example, politeness: { waitIntervalHost: 9 } }]\n';
    expect(
      differences(`name: pears\n${scope}${overrides}`, `# pears\n\nname: pears\n${overrides}${scope}`),
    ).toEqual([]);
  });

  it('names each setting with what it was and what it becomes', () => {
    expect(
      differences(
        'name: pears\nlimits: { pagesPerDay: 1000 }\nscope: { hosts: [pears.example] }\nturn: { maxPages: 7 }\n',
        'name: pears\nlimits: { pagesPerDay: 2000 }\nscope: { hosts: [pears.example, figs.example] }\n',
      ).toSorted(),
    ).toEqual([
      'limits.pagesPerDay: 1000 → 2000',
      'scope.hosts: [pears.example] → [pears.example, figs.example]',
      'turn.maxPages: 7 → 10',
    ]);
  });

  it('names what overrides set, and no longer set', () => {
    const over = (gap: number) =>
      `name: pears\noverrides: [{ host: www.pears.example, politeness: { waitIntervalHost: ${gap} } }]\n`;
    const [changed = '', ...others] = differences(over(9), over(8));
    expect(others).toEqual([]);
    expect(changed).toMatch(/^overrides \(.*www\.pears\.example.*\) politeness\.waitIntervalHost: 9 → 8$/);
    expect(differences(over(9), 'name: pears\n')).toEqual([
      expect.stringMatching(/politeness\.waitIntervalHost: 9 → none$/),
    ]);
  });

  it('sees another topic of the same length', () => {
    const before = settingsOf('name: pears\n');
    const topic = (term: string) => ({
      ...before,
      topic: {
        match: 'all' as const,
        filters: [{ kind: 'terms', id: 'terms', definition: `10: ${term}=A`, stopWords: [] }],
      },
    });
    const [one, other] = [topic('pear'), topic('figs')] as unknown as readonly [typeof before, typeof before];
    expect(changedSettings(one, other).map(describeChange)).toEqual(['topic.filters: another content']);
    expect(changedSettings(one, one)).toEqual([]);
  });
});

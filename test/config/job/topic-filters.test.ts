import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import { encodeSettings, parseSettings } from '../../../lib/config/stored/settings-json.ts';
import type { TopicSettings } from '../../../lib/topic/judging/topic-settings.ts';

/** The topic of a job with these settings, beside a few files. */
function topic(given: object, installation?: object): TopicSettings | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-filters-'));
  mkdirSync(join(directory, 'data'));
  writeFileSync(join(directory, 'owls.txt'), '40: owl=B\n');
  writeFileSync(join(directory, 'night.txt'), '40: night=N\n');
  writeFileSync(join(directory, 'classes.txt'), 'B = Birds\nN = Night\nBN < B\n');
  writeFileSync(join(directory, 'cycle.txt'), 'A < B\nB < A\nC < X\n');
  writeFileSync(join(directory, 'stop.txt'), 'The\n\n and \n');
  writeFileSync(join(directory, 'data', 'dutch.txt'), 'het\n');
  if (installation !== undefined)
    writeFileSync(join(directory, 'data', 'installation.yaml'), stringify({ topic: installation }));
  writeFileSync(join(directory, 'job.yaml'), stringify({ name: 't', topic: given }));
  const { settings } = loadJob(directory);
  expect(parseSettings(encodeSettings(settings))).toEqual(settings);
  return settings.topic;
}

describe('the filters of a topic', () => {
  it('are a chain in the order of the list, each with what it says and else what stands beside the list', () => {
    const filters = [
      { id: 'night', file: 'night.txt', minScore: 5, weights: { title: 20 } },
      { file: 'owls.txt', algorithm: 'position', k: 1, stopWords: 'stop.txt' },
    ];
    expect(topic({ match: 'any', minScore: 7, minShare: 2, filters })).toMatchObject({
      match: 'any',
      filters: [
        {
          id: 'night',
          algorithm: 'plain',
          cutOffs: { total: 5, share: 2 },
          weights: { title: 20, metadata: 4, headings: 2, text: 1 },
          k: 0.5,
          stopWords: [],
        },
        { id: 'terms', algorithm: 'position', cutOffs: { total: 7 }, k: 1, stopWords: ['the', 'and'] },
      ],
    });
  });

  it('of one file are a chain of one', () => {
    expect(topic({ file: 'owls.txt' })?.filters).toMatchObject([{ kind: 'terms', id: 'terms' }]);
    expect(topic({ minScore: 3 })).toBeUndefined();
  });

  it('name the languages whose pages they judge', () => {
    const [one, other] =
      topic({
        filters: [
          { file: 'owls.txt', onlyIn: ['sv'] },
          { id: 'n', file: 'night.txt' },
        ],
      })?.filters ?? [];
    expect(one).toMatchObject({ onlyIn: ['sv'] });
    expect(other).not.toHaveProperty('onlyIn');
    expect(() => topic({ filters: [{ file: 'owls.txt', onlyIn: ['Swedish'] }] })).toThrow('onlyIn');
    expect(() => topic({ filters: [{ plugin: 'a.ts', onlyIn: ['sv'] }] })).toThrow(
      'topic.filters.0.onlyIn: a plug-in sees `language`',
    );
  });

  it('take paths relative to the file that names them', () => {
    const [one] = topic({ filters: [{ file: 'owls.txt' }] }, { stopWords: 'dutch.txt' })?.filters ?? [];
    expect(one).toMatchObject({ stopWords: ['het'], definition: '40: owl=B\n' });
  });

  it.each([
    [
      { filters: [{ file: 'owls.txt' }, { file: 'night.txt' }] },
      /topic\.filters\.1: there is a filter terms before/,
    ],
    [{ file: 'owls.txt', filters: [{ file: 'night.txt' }] }, /topic\.filters: beside it stands topic\.file/],
    [
      { filters: [{ id: 'x' }] },
      /topic\.filters\.0: expected a `file`, a `model`, `clusters` or a `plugin`, got none of them/,
    ],
    [{ filters: [{ file: 'a', model: 'b' }] }, /topic\.filters\.0: .*, got `file` and `model`/],
    [{ filters: [{ file: 'owls.txt', algoritm: 'plain' }] }, /algoritm.*algorithm/],
    [{ filters: [{ id: 'a b', file: 'owls.txt' }] }, /topic\.filters\.0\.id: expected letters/],
    [{ filters: [{ file: 'none.txt' }] }, /none\.txt/],
  ])('are refused: %#', (given, message) => {
    expect(() => topic(given)).toThrow(message);
  });
});

import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { winnow } from '../test-io.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-topic-'));

function file(name: string, content: string | Buffer): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

describe('winnow topic check', () => {
  it('counts the terms and classes of a definition that is right', async () => {
    const path = file('right.txt', '#Birds\n50: tawny owl=B.OWL, B\n-10: owl @and film=B\n');
    const { exit, out } = await winnow(['topic', 'check', path]);
    expect(exit).toBe(0);
    expect(out).toBe('2 terms for 2 classes, 1 with a negative weight; 0 lines to look at\n');
  });

  it('names each line that is wrong, and fails', async () => {
    const path = file('wrong.txt', '50 owl=B\n5: owl=B\n5: (owl=B\n');
    const { exit, out } = await winnow(['topic', 'check', path]);
    expect(exit).toBe(1);
    expect(out).toContain(`${path}:1: no ":" after the weight; expected WEIGHT: TERM=CLASS: 50 owl=B\n`);
    expect(out).toContain(`${path}:3: "(owl", character 1: a ( without its ): 5: (owl=B\n`);
    expect(out).toContain('1 term for 1 class, 0 with a negative weight; 2 lines to look at\n');
  });

  it('says of ten different errors in one file where each is, and what was expected', async () => {
    const wrong: readonly (readonly [line: string, problem: string])[] = [
      ['50 owl=B', 'no ":" after the weight; expected WEIGHT: TERM=CLASS'],
      ['many: owl=B', '"many" is not a whole number; expected WEIGHT: TERM=CLASS'],
      ['50:owl=B', 'no space after ":"; expected WEIGHT: TERM=CLASS'],
      ['50: owl', 'no "=" before the class; expected WEIGHT: TERM=CLASS'],
      ['50: owl=', 'no class after "="; expected WEIGHT: TERM=CLASS'],
      ['50: =B', 'no term before "="; expected WEIGHT: TERM=CLASS'],
      ['50: ow=B', 'is shorter than 3 characters'],
      ['50: (owl=B', '"(owl", character 1: a ( without its )'],
      [
        '50: owl(?!et)=B',
        'character 4: look-around (?! has no counterpart here; what must stand beside it can be another term with @and',
      ],
      ['50: owl @and=B', '"@and" without a term on each side'],
    ];
    const path = file('ten.txt', ['5: owls=B', ...wrong.map(([line]) => line), '5: barn=B'].join('\n'));
    const { exit, out } = await winnow(['topic', 'check', path]);
    expect(exit).toBe(1);
    const lines = out.split('\n').filter((line) => line.startsWith(path));
    expect(lines).toHaveLength(wrong.length);
    for (const [at, [line, problem]] of wrong.entries()) {
      expect(lines[at]).toContain(`${path}:${at + 2}: `);
      expect(lines[at]).toContain(problem);
      expect(lines[at]).toMatch(line.slice(0, 5));
    }
    expect(out).toContain('2 terms for 1 class, 0 with a negative weight; 10 lines to look at\n');
  });

  it('reads Latin-1, as the original wrote it, takes stop words out, and prints data for programs', async () => {
    const path = file('latin.txt', Buffer.from('40: insektsätande av växter=CP\n', 'latin1'));
    const stops = file('stops.txt', 'av\n');
    const { exit, out } = await winnow(['topic', 'check', path, '--stop-words', stops, '--json']);
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toEqual({
      faults: [],
      terms: [
        {
          line: 1,
          weight: 40,
          term: 'insektsätande växter',
          parts: ['insektsätande växter'],
          classes: ['CP'],
        },
      ],
    });
  });

  it('says in one line that there is no such file', async () => {
    const { exit, err } = await winnow(['topic', 'check', join(directory, 'none.txt')]);
    expect(exit).toBe(1);
    expect(err).toMatch(/^winnow: .*none\.txt: .*\n$/);
  });
});

describe('winnow topic test', () => {
  const definition = file('owls.txt', '50: tawny owl=B\n60: owl=B\n40: engine=B\n9: griffon=B\n');
  const examples = file(
    'examples.jsonl',
    [
      { text: 'the tawny owl is an owl', class: 'birds' },
      { text: 'one owl', class: 'birds' },
      { text: 'a steam engine and a diesel engine and a gas engine', class: 'machines' },
      { text: 'a bicycle' },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  );
  const arguments_ = ['topic', 'test', definition, '--jsonl', examples, '--on-topic', 'birds'];

  it('says what the cut-offs accept, and what each of them costs and saves', async () => {
    const { exit, out } = await winnow([...arguments_, '--json']);
    expect(exit).toBe(0);
    const { good, bad, now, without, curve } = JSON.parse(out);
    expect([good, bad]).toEqual([2, 2]);
    // 170 points for the first, 60 for the second, 120 for the engines.
    expect(now).toMatchObject({ accepted: 2, right: 1, precision: 0.5, recall: 0.5, f1: 0.5 });
    expect(without.total).toMatchObject({ accepted: 3, right: 2, recall: 1 });
    expect(curve.map((one: { cutOffs: { total: number } }) => one.cutOffs.total)).toEqual([0, 60, 120, 170]);
    expect(curve.at(-1)).toMatchObject({ accepted: 1, precision: 1, recall: 0.5 });
  });

  it('names terms that carry the score, that mislead, and that never match', async () => {
    const { exit, out } = await winnow([...arguments_, '--min-score', '50']);
    expect(exit).toBe(0);
    expect(out).toContain('2 examples on topic, 2 off topic\n');
    expect(out).toMatch(/^as they are +3 +2 +0\.667 +1\.000 +0\.800$/m);
    expect(out).toMatch(/Terms that carry the score\n.*\n +2 {2}owl +60 +180 +2 +0 +0\n/);
    expect(out).toMatch(
      /Terms that score more off topic than on topic\n.*\n +3 {2}engine +40 +0 +0 +120 +1\n/,
    );
    expect(out).toContain('1 term never matched (line: term): 4: griffon\n');
  });

  it('draws precision and recall by the least score', async () => {
    const picture = join(directory, 'plot.svg');
    expect(await winnow([...arguments_, '--plot', picture])).toMatchObject({ exit: 0 });
    const svg = readFileSync(picture, 'utf8');
    expect(svg).toContain('minScore 90');
    expect(svg.match(/<polyline/g)).toHaveLength(3);
    expect(svg).not.toMatch(/NaN|Infinity/);
  });

  it('reads directories with the titles and headings of their pages', async () => {
    for (const kind of ['good', 'bad']) mkdirSync(join(directory, kind));
    file('good/owl.html', '<title>Tawny owl</title><p>It hunts at night.');
    file('bad/car.html', '<title>Car</title><p>It has an engine.');
    const examples = ['--good', join(directory, 'good'), '--bad', join(directory, 'bad')];
    const { exit, out } = await winnow(['topic', 'test', definition, ...examples, '--json']);
    expect(exit).toBe(0);
    // In the title a match counts ten times, and the title stands in the text too.
    expect(JSON.parse(out).now).toMatchObject({ accepted: 1, right: 1, f1: 1 });
  });

  it('says what is missing', async () => {
    const nowhere = await winnow(['topic', 'test', definition]);
    expect(nowhere).toMatchObject({ exit: 2 });
    expect(nowhere.err).toContain('--good DIR and --bad DIR, or with --jsonl FILE and --on-topic CLASS');
    const none = await winnow([...arguments_.slice(0, -1), 'frogs']);
    expect(none).toMatchObject({
      exit: 1,
      err: 'winnow: give examples of both kinds: no example is on topic\n',
    });
    const empty = await winnow([
      'topic',
      'test',
      file('empty.txt', 'owl\n'),
      '--jsonl',
      examples,
      '--on-topic',
      'b',
    ]);
    expect(empty).toMatchObject({ exit: 1 });
    expect(empty.err).toContain("no row can be used; 'winnow topic check' lists the faults");
  });
});

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { winnow } from './test-io.ts';

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
    expect(out).toContain(`${path}:3: "(owl" is no regular expression: 5: (owl=B\n`);
    expect(out).toContain('1 term for 1 class, 0 with a negative weight; 2 lines to look at\n');
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

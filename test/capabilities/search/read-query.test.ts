import { describe, expect, it } from 'vitest';
import { readQuery } from '../../../lib/capabilities/search/read-query.ts';

const now = Date.parse('2026-11-28T00:00:00Z');
const read = (text: string) => readQuery(text, now);

describe('a query', () => {
  it('has words, phrases, words that must not be there, and alternatives', () => {
    expect(read('grey "night heron" -zoo bill OR beak').groups).toEqual([
      [{ text: 'grey' }],
      [{ text: 'night heron', isPhrase: true }],
      [{ text: 'bill' }, { text: 'beak' }],
    ]);
    expect(read('-zoo -"in cages"').without).toEqual([{ text: 'zoo' }, { text: 'in cages', isPhrase: true }]);
  });

  it('has beginnings of three letters and more: shorter ones stand for too many words', () => {
    expect(read('her* he*').groups).toEqual([[{ text: 'her', isPrefix: true }], [{ text: 'he' }]]);
  });

  it('has filters, of which the same are alternatives', () => {
    expect(read('class:/birds/owls').filters).toEqual([{ by: 'class', values: ['/birds/owls'] }]);
    expect(read('host:A.example site:b.example lang:EN -kind:forum class:"night birds"').filters).toEqual([
      { by: 'host', values: ['a.example', 'b.example'] },
      { by: 'language', values: ['en'] },
      { by: 'class', values: ['night birds'] },
      { by: 'kind', values: ['forum'], isNot: true },
    ]);
  });

  it('has times: years, months, days and ages', () => {
    expect(read('after:2025 before:2026-11').after).toBe(Date.parse('2025-01-01'));
    expect(read('before:2026-11').before).toBe(Date.parse('2026-11-01'));
    expect(read('after:7d').after).toBe(now - 7 * 86_400_000);
  });

  it('reads what is none of that as words', () => {
    expect(
      read('after:never foo:bar https://a.example/x OR')
        .groups.flat()
        .map(({ text }) => text),
    ).toEqual([...['never', 'foo:bar', 'https://a.example/x']]);
    expect(read('"open phrase').groups).toEqual([[{ text: 'open phrase', isPhrase: true }]]);
    expect(read('!!! — "" -').groups).toEqual([]);
  });

  it('is read up to a bound', () => {
    expect(read('word '.repeat(1_000)).groups).toHaveLength(20);
    expect(read('x'.repeat(5_000)).groups[0]?.[0]?.text).toHaveLength(200);
  });
});

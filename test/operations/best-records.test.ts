import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterJob } from '../../lib/api/open-local.ts';
import { type AnswerOf, order } from '../../lib/operations/order.ts';
import type { Workplace } from '../../lib/pipeline/operation/place.ts';
import { keptDirectory } from '../support/collection/earlier-version.ts';

type Listed = AnswerOf<'records'>['records'];

let place: Workplace;
let close: () => Promise<void>;
beforeAll(async () => {
  const crawl = await enterJob(keptDirectory('2026-11-28').directory, 'kept', { guest: true });
  place = crawl.installation.place;
  close = () => crawl.close();
});
afterAll(() => close());

async function list(asked: object): Promise<AnswerOf<'records'>> {
  return await order('records', place, { job: 'kept', ...asked }, { by: 'a test', reason: '' });
}

async function pages(asked: object): Promise<Listed> {
  const found: Listed[number][] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ ...asked, ...(cursor === undefined ? {} : { cursor }) });
    found.push(...page.records);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return found;
}

const scoreOf = ({ topic }: Listed[number]): number => topic?.score ?? Number.NEGATIVE_INFINITY;
const sorted = (records: Listed): Listed =>
  records.toSorted((a, b) =>
    scoreOf(a) === scoreOf(b) ? (a.md5 < b.md5 ? -1 : 1) : scoreOf(b) - scoreOf(a),
  );

describe('records by relevance', () => {
  it.each([1, 2, 3, 7, 1_000])('are all records once, the best first, in pages of %i', async (limit) => {
    const all = await pages({ topic: true, limit: 1_000 });
    expect(all.length).toBeGreaterThan(7);
    expect(new Set(all.map(scoreOf)).size).toBeGreaterThan(1);
    expect(await pages({ sort: 'relevance', limit })).toEqual(sorted(all));
  });

  it('are those of a class alone where one is asked for', async () => {
    const of = { class: ['B.HERON'] };
    const all = await pages({ topic: true, limit: 3, ...of });
    expect(all.length).toBeGreaterThan(3);
    expect(await pages({ sort: 'relevance', limit: 3, ...of })).toEqual(sorted(all));
    expect(await list({ sort: 'relevance', class: ['none'] })).toEqual({ records: [] });
  });

  it.each(['nonsense', ':', 'a:073d874d2bd494579bcd5eca68363709', '073d874d2bd494579bcd5eca68363709'])(
    'begin at no cursor that no answer said: %s',
    async (cursor) => {
      await expect(list({ sort: 'relevance', cursor })).rejects.toMatchObject({ code: 'usage' });
      const far = `1:${'0'.repeat(32)}:10000`;
      await expect(list({ sort: 'relevance', cursor: far })).rejects.toThrow(
        'the best 10000 records are listed',
      );
    },
  );
});

describe('records that are chosen', () => {
  const count = async (asked: object): Promise<number> => (await pages({ limit: 7, ...asked })).length;

  it('are those of a host, a path, a time, a score, or a language, whatever the order', async () => {
    const all = await count({});
    expect(await count({ host: ['herons.example'] })).toBeGreaterThan(3);
    expect(await count({ host: ['example'] })).toBe(all);
    expect(await count({ host: ['no.example'], sort: 'relevance' })).toBe(0);
    expect(await count({ path: ['/1'] })).toBeGreaterThan(0);
    expect(await count({ path: ['/1'] })).toBeLessThan(all);
    expect(await count({ since: '2026-11-21' })).toBe(all);
    expect(await count({ before: '2026-11-21' })).toBe(0);
    expect(await count({ onTopic: true })).toBeGreaterThan(3);
    expect(await count({ minScore: 561 })).toBeLessThan(all);
    expect(await count({ language: ['xx'] })).toBe(0);
    expect(await count({ kind: ['forum'] })).toBe(0);
  });

  it('are asked for by words that say what is wrong', async () => {
    for (const wrong of [{ path: ['docs'] }, { since: 'soon' }, { kind: ['novel'] }, { minScore: 'much' }])
      await expect(list(wrong)).rejects.toMatchObject({ code: 'usage' });
  });
});

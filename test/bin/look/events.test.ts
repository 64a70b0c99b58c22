import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { main } from '../../../bin/main.ts';
import { changeSchema, eventSchemas, snapshotEndSchema } from '../../../lib/config/stored/change-schema.ts';
import type { ChangeLine } from '../../../lib/domain/collection/record.ts';
import { beginOf } from '../../../lib/operations/collection/changes.ts';
import { jobDirectory } from '../../e2e/support/job-directory.ts';
import type { Json } from '../../support/events/schema-breaks.ts';
import { unnamedFields } from '../../support/events/unnamed-fields.ts';
import { generatedSite } from '../../support/web/generated-site.ts';
import { startWeb } from '../../support/web/web-server.ts';
import { testIo, winnow } from '../test-io.ts';

const schema = eventSchemas().change as unknown as Json;
const linesOf = (out: string) =>
  out
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe('what --from means', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  it.each([
    ['start', undefined, {}],
    ['start', 'A.example', { host: 'a.example' }],
    ['7', 'a.example', { host: 'a.example', afterTurn: 6 }],
    ['2026-11-22T08:00Z', undefined, { since: Date.parse('2026-11-22T08:00:00Z') }],
    ['2026-11-22T08:00', undefined, { since: Date.parse('2026-11-22T08:00:00Z') }],
    ['2026-11-22', undefined, { since: Date.parse('2026-11-22T00:00:00Z') }],
    ['90m', 'a.example', { host: 'a.example', since: now - 5_400_000 }],
    ['1795000000000', undefined, { since: 1_795_000_000_000 }],
  ])('%s of %s', (from, host, query) => {
    expect(beginOf(from, host, now)).toEqual(query);
  });

  it.each([
    ['7', 'give the host with --host, because each host counts its own turns'],
    ['2026-13-45', 'expected a time'],
    ['yesterday', 'expected a time'],
    ['', 'expected a time'],
  ])('refuses %j', (from, why) => {
    expect(beginOf(from, undefined, now)).toContain(why);
  });
});

describe('the events of a crawl on one machine', () => {
  it('are replayed and followed in order, and a snapshot has every record', {
    timeout: 300_000,
  }, async () => {
    const site = generatedSite({ hosts: 2, pages: 16, seed: 3, linksPerPage: 4 });
    const web = await startWeb({ pages: site.page });
    const directory = jobDirectory('events', { seeds: site.seeds(web.port), turn: { maxPages: 3 } });
    const at = ['--job', directory];
    try {
      expect(await winnow(['crawl', ...at])).toMatchObject({ exit: 0 });
      const replayed = await winnow(['events', 'replay', '--from', 'start', ...at]);
      expect(replayed).toMatchObject({ exit: 0, err: '' });
      const lines = linesOf(replayed.out) as ChangeLine[];
      const turns = new Map<string, number>();
      const before = new Map<string, number>();
      for (const line of lines) {
        expect(changeSchema.safeParse(line).error?.issues ?? []).toEqual([]);
        expect(unnamedFields(line, schema)).toEqual([]);
        const last = turns.get(line.host) ?? 0;
        if (line.ordinal === 0) {
          before.set(line.host, last);
          turns.set(line.host, line.turn);
        }
        expect(line.previous).toMatchObject({ turn: before.get(line.host) });
      }

      const [host = '', turn = 0] = [...turns].find(([, count]) => count > 1) ?? [];
      const some = await winnow(['events', 'replay', '--from', String(turn), '--host', host, ...at]);
      const expected = lines.filter((line) => line.host === host && line.turn >= turn);
      expect(linesOf(some.out)).toEqual(expected);
      expect(await winnow(['events', 'replay', '--from', '2100-01-01', ...at])).toMatchObject({ out: '' });

      const snapshot = linesOf((await winnow(['events', 'snapshot', ...at])).out);
      const end = snapshotEndSchema.parse(snapshot.pop());
      const md5s = new Set(lines.map(({ md5 }) => md5));
      expect(new Set(snapshot.map(({ md5 }) => md5))).toEqual(md5s);
      expect(end.snapshot).toMatchObject({ job: 'events', records: md5s.size });

      const [first] = lines;
      const said = lines.filter((line) => line.host === first?.host && line.turn === first.turn);
      const db = new DatabaseSync(join(directory, 'data/winnow.db'));
      const lost = db.prepare('SELECT name, file FROM changes_object ORDER BY sequence').get();
      const place = db.prepare('UPDATE changes_object SET file = ? WHERE name = ?');
      place.run('gone.jsonl', lost?.name ?? '');
      const gap = await winnow(['events', 'replay', '--from', 'start', ...at]);
      expect(gap).toMatchObject({ exit: 1 });
      expect(gap.err).toContain(`${lost?.name} is listed, but cannot be read; it may have been deleted\n`);
      expect(gap.err).toContain('1 changes object missing');
      expect(linesOf(gap.out)).toEqual(
        lines.filter(({ host, turn }) => said[0]?.host !== host || said[0].turn !== turn),
      );
      const less = await winnow(['events', 'snapshot', ...at]);
      const unread = snapshotEndSchema.parse(linesOf(less.out).pop()).snapshot;
      expect(unread.missing).toBe(said.filter(({ change }) => change === 'created').length);
      expect(unread.records + (unread.missing ?? 0)).toBe(md5s.size);
      expect(less.err).toContain('left out of the snapshot');
      place.run(lost?.file ?? '', lost?.name ?? '');
      db.close();

      const stop = new AbortController();
      const { io, said: told } = testIo({ interrupt: stop.signal });
      const out = (text: string) => {
        io.out(text);
        if (text.includes('"point"')) stop.abort();
      };
      const follow = ['events', 'replay', '--follow', '--from', end.snapshot.point, ...at];
      expect(await main(follow, { ...io, out })).toBe(0);
      const points = linesOf(told.out);
      expect(points.pop()).toMatchObject({ point: expect.stringMatching(/Z$/) });
      expect(points).toEqual(lines);
    } finally {
      await web.close();
    }
  });

  it.each([
    [['--follow', '--stack', 'x', '--host', 'a'], 2, 'give --follow without'],
    [['--to-queue', 'https://queue'], 2, 'give --to-queue only with --stack'],
    [['--to-queue', 'https://sqs.example/1/a.fifo', '--stack', 'x'], 2, 'cannot be sent to a FIFO queue'],
    [['--to-queue', 'arn:aws:sqs:eu-west-1:1:a', '--stack', 'x'], 2, 'must be the URL of an SQS queue'],
  ])('are refused for %j', async (more, exit, why) => {
    const directory = jobDirectory('refused', { seeds: ['http://a.localhost/'] });
    const { err, ...run } = await winnow([
      'events',
      'replay',
      '--from',
      'start',
      '--job',
      directory,
      ...more,
    ]);
    expect(run).toMatchObject({ exit });
    expect(err).toContain(why);
  });
});

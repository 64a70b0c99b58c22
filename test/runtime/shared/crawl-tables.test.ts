import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import { copyCrawl } from '../../../lib/runtime/shared/copy-crawl.ts';
import { crawlTables } from '../../../lib/runtime/shared/crawl-tables.ts';
import { testSettings } from '../../support/settings.ts';
import { memoryPorts } from '../../support/stores.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-tables-'));
afterAll(() => rmSync(directory, { recursive: true }));

const question = { sql: 'select made from copy', rows: 1, timeMs: 60_000 } as const;

test('who does not wait for a copy is answered by the one that there is', async () => {
  const ports = memoryPorts();
  const settings = testSettings('birds');
  const made: boolean[] = [];
  let goOn = Promise.resolve();
  const tables = crawlTables(ports, {
    fileOf: (job) => join(directory, `${job}.db`),
    async copy(...asked) {
      await goOn;
      made.push(await copyCrawl(ports)(...asked));
      return made.at(-1) === true;
    },
  });
  const first = await tables.ask(await ensureJob(ports, settings), { ...question, renew: 'beside' });
  expect(first.isRenewed).toBe(true);
  await ports.clock.advance(86_400_000);
  const changed = await ensureJob(ports, { ...settings, turn: { ...settings.turn, maxPages: 6 } });
  const gate = Promise.withResolvers<void>();
  goOn = gate.promise;
  const meanwhile = await tables.ask(changed, { ...question, renew: 'beside' });
  expect([meanwhile.isRenewed, meanwhile.rows]).toEqual([false, [[first.made]]]);
  gate.resolve();
  const after = await tables.ask(changed, { ...question, renew: 'due' });
  expect(after.made > first.made).toBe(true);
  expect(made).toEqual([true, true, false]);
});

test('who asks much at once is answered, one after the other: a screen asks more than there are places', async () => {
  const ports = memoryPorts();
  const tables = crawlTables(ports, {
    fileOf: (job) => join(directory, `${job}-many.db`),
    copy: copyCrawl(ports),
  });
  const job = await ensureJob(ports, testSettings('birds'));
  const sql = 'select count(*) from pages';
  const all = Array.from({ length: 12 }, () => tables.ask(job, { ...question, sql, renew: 'beside' }));
  expect((await Promise.all(all)).map(({ rows }) => rows)).toEqual(Array(12).fill([[0]]));
});

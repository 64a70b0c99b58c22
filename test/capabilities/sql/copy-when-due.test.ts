import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { DirectoryTables } from '../../../lib/adapters/sql/directory-tables.ts';
import { encodeParquet } from '../../../lib/adapters/sql/encode-parquet.ts';
import {
  type CopyFilesPorts,
  type CopyOutcome,
  copyWhenDue,
} from '../../../lib/capabilities/sql/copy-when-due.ts';
import { namedQueries, textWith } from '../../../lib/capabilities/sql/named-queries.ts';
import type { QueryValues } from '../../../lib/capabilities/sql/named-query.ts';
import { readPublished } from '../../../lib/capabilities/sql/stored-copy.ts';
import { sqlTables } from '../../../lib/capabilities/sql/tables.ts';
import { winnow } from '../../bin/test-io.ts';
import { HeldClock } from '../../support/clock.ts';
import { openDuckTables } from '../../support/sql/duck-tables.ts';
import { asOwlAnswer, owlAnswers } from '../../support/sql/owl-answers.ts';
import { type OwlWeb, owlJob, owlValues, startOwlWeb } from '../../support/sql/owl-web.ts';
import { directoryPorts, type MemoryPorts } from '../../support/stores.ts';

const day = 86_400_000;
let web: OwlWeb;
let directory: string;

beforeAll(async () => {
  web = await startOwlWeb();
  directory = mkdtempSync(join(tmpdir(), 'winnow-tables-'));
  writeFileSync(join(directory, 'job.yaml'), stringify(owlJob(web, directory)));
  expect(await winnow(['crawl', '--job', directory])).toMatchObject({ exit: 0 });
});

afterAll(async () => {
  await web.close();
  rmSync(directory, { recursive: true });
});

let clock: HeldClock;
let stores: MemoryPorts;
let files: DirectoryTables;
let ports: CopyFilesPorts;

beforeEach(async () => {
  clock = new HeldClock(Date.now());
  stores = directoryPorts(join(directory, 'data'), clock);
  files = new DirectoryTables(mkdtempSync(join(directory, 'tables-')));
  ports = { ...stores, tableFiles: files, encode: encodeParquet };
  await forgetNote();
});
afterEach(() => stores.close());

async function forgetNote(): Promise<void> {
  const { version = 0 } = (await stores.jobs.note('owls', 'sql')) ?? {};
  await stores.jobs.putNote('owls', 'sql', version, '{}');
}

interface Call {
  /** Monotonic ms; default: no end. */
  readonly endBy?: number;
  readonly of?: CopyFilesPorts;
}

async function copied({ endBy = Number.POSITIVE_INFINITY, of = ports }: Call = {}): Promise<CopyOutcome> {
  const job = await of.jobs.job('owls');
  if (job === undefined) throw new Error('the job is not there');
  return copyWhenDue(of, job, { everyMs: day, endBy });
}

/** Asks every shipped question in DuckDB. */
async function expectAnswers(): Promise<void> {
  const duck = await openDuckTables(files, 'owls');
  for (const query of namedQueries) {
    const values = { ...query.parameters, ...owlValues(web)[query.name] } as QueryValues;
    const rows = await duck.ask(textWith(query, values));
    expect(asOwlAnswer(web, query.name, rows), query.name).toEqual(owlAnswers[query.name]);
  }
  duck.close();
}

/** The ports with one call of theirs changed. */
function withCall<Port extends 'hosts' | 'tableFiles'>(
  port: Port,
  change: (own: CopyFilesPorts[Port]) => Partial<CopyFilesPorts[Port]>,
): CopyFilesPorts {
  const own = ports[port];
  const changed = change(own) as object;
  const proxy = new Proxy(own as object, {
    get(target, name) {
      const value = Reflect.get(name in changed ? changed : target, name) as unknown;
      return typeof value === 'function' ? value.bind(name in changed ? changed : target) : value;
    },
  });
  return { ...ports, [port]: proxy };
}

/** Stores show one host at a time. */
const hostByHost = () =>
  withCall('hosts', (own) => ({ hosts: (job, _, cursor) => own.hosts(job, 1, cursor) }));

async function untilPublished(of: CopyFilesPorts): Promise<readonly CopyOutcome[]> {
  const outcomes: CopyOutcome[] = [];
  while (outcomes.at(-1) !== 'published' && outcomes.length < 30)
    outcomes.push(await copied({ endBy: 0, of }));
  return outcomes;
}

/** Other settings: what the tables say may have changed. */
async function changeSettings(): Promise<void> {
  const job = await stores.jobs.job('owls');
  if (job === undefined) throw new Error('the job is not there');
  const settings = await stores.jobs.settings('owls', job.config);
  const maxPages = settings.turn.maxPages + 1;
  const config = await stores.jobs.putSettings({ ...settings, turn: { ...settings.turn, maxPages } });
  expect(await stores.jobs.put(job, { ...job, config })).toBe(true);
}

describe('a copy as files', () => {
  test('answers every shipped question in another program as winnow sql does', async () => {
    expect(await copied()).toBe('published');
    await expectAnswers();
  });

  test('is made in slices that end in time, and says the same', async () => {
    const outcomes = await untilPublished(hostByHost());
    expect(outcomes.length).toBeGreaterThan(10);
    expect(new Set(outcomes.slice(0, -1))).toEqual(new Set(['continues']));
    await expectAnswers();
  });

  test('shows nothing before it is whole', async () => {
    expect(await copied({ endBy: 0 })).toBe('continues');
    expect(await readPublished(files, 'owls')).toBeUndefined();
    expect((await files.names('owls', 100)).some((name) => name.startsWith('now/'))).toBe(false);
  });

  test('goes on where it was when a slice is cut off, whatever it was about to store', async () => {
    const all = (await untilPublished(hostByHost())).length;
    for (let fatal = 1; fatal < 3 * all; fatal += 4) {
      files = new DirectoryTables(mkdtempSync(join(directory, 'tables-')));
      ports = { ...ports, tableFiles: files };
      await forgetNote();
      let puts = 0;
      const dying = withCall('tableFiles', (own) => ({
        put: async (job, name, bytes) => {
          puts += 1;
          if (puts === fatal) throw new Error('the function was ended');
          await own.put(job, name, bytes);
        },
      }));
      const of = { ...dying, hosts: hostByHost().hosts };
      await expect(untilPublished(of)).rejects.toThrow('the function was ended');
      expect(await copied()).toBe('elsewhere');
      await clock.advance(121_000);
      await untilPublished({ ...ports, hosts: hostByHost().hosts });
      await expectAnswers();
    }
  });

  test('is made by one call at a time', async () => {
    const outcomes = await Promise.all([copied(), copied(), copied()]);
    expect(outcomes.sort()).toEqual(['elsewhere', 'elsewhere', 'published']);
  });

  test('is made again when it is due and the crawl has gone on; the one before stays for who reads it', async () => {
    await copied();
    const first = await readPublished(files, 'owls');
    await changeSettings();
    expect(await copied()).toBe('resting');
    await clock.advance(day);
    expect(await copied()).toBe('published');
    const second = await readPublished(files, 'owls');
    expect(second).toMatchObject({ former: first?.copy });
    await clock.advance(day);
    expect(await copied()).toBe('resting');
    await changeSettings();
    await clock.advance(day);
    expect(await copied()).toBe('published');
    const folders = new Set((await files.names('owls', 1_000)).map((name) => name.split('/')[0]));
    expect([...folders].sort()).toEqual([second?.copy, (await readPublished(files, 'owls'))?.copy, 'now']);
  });
});

test('a table without rows is a file with its columns', async () => {
  await files.put('owls', 'empty.parquet', encodeParquet('regions', []));
  const duck = await openDuckTables(files, 'owls', []);
  const path = files.locate('owls', 'empty.parquet');
  const columns = await duck.ask(`SELECT column_name FROM (DESCRIBE SELECT * FROM read_parquet('${path}'))`);
  expect(columns.flat()).toEqual(sqlTables.regions.columns.map(({ name }) => name));
  duck.close();
});

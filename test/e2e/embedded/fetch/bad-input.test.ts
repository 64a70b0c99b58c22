import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { winnow as inThisProcess } from '../../../bin/test-io.ts';
import { generatedSite } from '../../../support/web/generated-site.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { differences } from '../../support/crawl-site.ts';
import { openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { crawlHere } from '../../support/process/in-process.ts';
import { winnow } from '../../support/process/winnow-process.ts';

const site = generatedSite({ hosts: 3, pages: 150, seed: 8, bytes: [20_000, 30_000] });
let web: TestWeb;

beforeAll(async () => {
  web = await startWeb({ pages: site.page });
});

afterAll(() => web.close());

/** One clear line for people, nothing else. */
function expectOneLine(
  ended: { readonly exit: number | null; readonly err: string },
  exit: number,
  text: string | RegExp,
): void {
  expect(ended.err).toMatch(/^winnow: [^\n]+\n$/);
  expect(ended.err).toMatch(text);
  expect(ended.err).not.toMatch(/ {4}at |Error:/);
  expect(ended.exit).toBe(exit);
}

describe('a job.yaml', () => {
  const cases: readonly (readonly [string, string | Buffer, RegExp])[] = [
    ['that is empty', '', /it is empty; 'winnow init' writes one/],
    ['of comments only', '# nothing\n', /it is empty/],
    ['that is no YAML', 'seeds: [a\n', /job.yaml:\d+:\d+: /],
    ['that is a list', '- a\n- b\n', /job.yaml:1:1: /],
    ['with an unknown key', 'sedes: []\n', /did you mean "seeds"\?/],
    ['with a value out of range', 'turn: { maxPages: 0 }\n', /maxPages/],
    ['with a wrong type', 'seeds: 5\n', /seeds/],
    ['that is not text', Buffer.from('ff00fe01', 'hex'), /not UTF-8/],
  ];
  it.each(cases)('%s is refused by one line, and nothing is made', async (_, text, said) => {
    const directory = mkdtempSync(join(tmpdir(), 'winnow-e2e-bad-'));
    writeFileSync(join(directory, 'job.yaml'), text);
    for (const verb of ['crawl', 'status', 'doctor'] as const) {
      expectOneLine(await inThisProcess([verb, '--job', directory]), 1, said);
    }
  });

  it('that is not there, or not to be read', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'winnow-e2e-bad-'));
    expectOneLine(await winnow(['crawl', '--job', directory]), 1, /there is no such file/);
    mkdirSync(join(directory, 'job.yaml'));
    expectOneLine(await inThisProcess(['crawl', '--job', directory]), 1, /it is a directory/);
    rmSync(join(directory, 'job.yaml'), { recursive: true });
    writeFileSync(join(directory, 'job.yaml'), '');
    chmodSync(join(directory, 'job.yaml'), 0);
    if (process.getuid?.() !== 0) {
      expectOneLine(await inThisProcess(['crawl', '--job', directory]), 1, /permission denied/);
    }
  });
});

describe('a wrong command line', () => {
  it.each([
    [['crawl', '--max-pages', 'many']],
    [['crawl', '--for', '-1']],
    [['crawl', '--nonsense']],
    [['nonsense']],
    [['why']],
  ])('%j ends with 2', async (argv) => {
    const { exit, err } = await inThisProcess(argv);
    expect(exit).toBe(2);
    expect(err).toMatch(/^winnow: /);
    expect(err).not.toMatch(/ {4}at /);
  });
});

describe('a data directory', () => {
  const broken = (make: (data: string) => void) => {
    const directory = jobDirectory('data', { seeds: site.seeds(web.port) });
    const data = join(directory, 'data');
    mkdirSync(data);
    make(data);
    return directory;
  };
  const verbs = ['crawl', 'status'] as const;

  it('of a newer version is left alone', async () => {
    const directory = broken((data) => {
      const db = new DatabaseSync(join(data, 'winnow.db'));
      db.exec(`CREATE TABLE future (x); PRAGMA application_id = ${0x574e4f57}; PRAGMA user_version = 9999`);
      db.close();
    });
    for (const verb of verbs)
      expectOneLine(await inThisProcess([verb, '--job', directory]), 1, /written by a newer Winnow/);
  });

  it('whose database is something else is left alone', async () => {
    const foreign = broken((data) => {
      const db = new DatabaseSync(join(data, 'winnow.db'));
      db.exec('CREATE TABLE mine (x)');
      db.close();
    });
    for (const verb of verbs)
      expectOneLine(await inThisProcess([verb, '--job', foreign]), 1, /not a Winnow database/);
    const noise = broken((data) => writeFileSync(join(data, 'winnow.db'), Buffer.alloc(40_000, 'noise ')));
    for (const verb of verbs)
      expectOneLine(await inThisProcess([verb, '--job', noise]), 1, /not a Winnow database/);
  });

  it('whose database is damaged is reported, not taken for an empty one', async () => {
    const directory = jobDirectory('damaged', { seeds: site.seeds(web.port) });
    await crawlHere(directory);
    const file = join(directory, 'data', 'winnow.db');
    const db = new DatabaseSync(file);
    db.exec('PRAGMA writable_schema = ON; PRAGMA wal_checkpoint(TRUNCATE)');
    const { page_size: size } = db.prepare('PRAGMA page_size').get() as { page_size: number };
    const { root } = db
      .prepare("SELECT rootpage AS root FROM sqlite_schema WHERE name = 'control'")
      .get() as { root: number };
    db.close();
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(size, 0xa5), 0, size, (root - 1) * size);
    closeSync(handle);
    const ended = await inThisProcess(['crawl', '--job', directory]);
    expectOneLine(ended, 1, /winnow.db: the database is damaged/);
  });

  it('that cannot be made', async () => {
    const directory = jobDirectory('nowhere', { seeds: [], data: '/dev/null/data' });
    expectOneLine(await inThisProcess(['crawl', '--job', directory]), 1, /\/dev\/null\/data/);
    const file = jobDirectory('file', { seeds: [], data: 'job.yaml' });
    for (const command of ['crawl', 'seed'])
      expectOneLine(
        await inThisProcess([command, '--job', file, ...(command === 'seed' ? ['http://a.example/'] : [])]),
        1,
        /job.yaml: the data directory cannot be made: a file stands in its place/,
      );
  });
});

describe('a disk that takes no more', () => {
  it('ends the crawl with one line, and what was committed is there when it goes on', async () => {
    const directory = jobDirectory('full', { seeds: site.seeds(web.port) });
    // No file may grow beyond 400 KB: the database cannot, which is as near to a full disk as one comes without being root.
    const script = join(import.meta.dirname, '../../../../bin/winnow.js');
    const child = spawn('sh', [
      '-c',
      'ulimit -f 800; exec "$@"',
      'sh',
      process.execPath,
      script,
      'crawl',
      '--job',
      directory,
    ]);
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    const [exit] = await once(child, 'close');
    expectOneLine({ exit, err }, 1, /winnow.db: (no room left on the device|the disk reports an error)/);
    const half = openData(join(directory, 'data'));
    expect(half.faults()).toEqual([]);
    half.close();
    await crawlHere(directory);
    const data = openData(join(directory, 'data'));
    expect(differences(await data.collection('full'), site, web.port)).toEqual([]);
    expect((await data.published('full')).faults).toEqual([]);
    expect(data.faults()).toEqual([]);
    data.close();
  });
});

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it, test } from 'vitest';
import type { Change } from '../../examples/indexer/change.ts';
import { IndexFile } from '../../examples/indexer/index-file.ts';
import { jobDirectory } from '../e2e/support/job-directory.ts';
import { root } from '../support/architecture/imports.ts';

const directory = jobDirectory('birds', { seeds: [] });
const file = join(directory, 'index.sqlite');

const page = (job: string, number: number, title: string, text: string): Change => ({
  ...{
    v: 2,
    job,
    host: 'a.example',
    turn: 1,
    ordinal: number,
    previous: { turn: 0 },
    change: 'created',
    at: 1,
  },
  ...{ md5: String(number).padStart(32, '0'), revision: 1, url: `http://a.example/${number}` },
  record: { title, text, urls: [`http://a.example/${number}`] },
});

function run(...argv: readonly string[]) {
  const script = join(root, 'examples/indexer/indexer.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...argv], {
    cwd: directory,
    encoding: 'utf8',
  });
  return { exit: status, out: stdout, err: stderr };
}

beforeAll(() => {
  const index = new IndexFile(file);
  index.takeRecords([
    page('birds', 1, 'Owls', 'They say "who" AND hunt at night\nNEAR the café'),
    page('birds', 2, '', 'ムジナモ'),
    page('birds', 3, 'A \u001b[31m\u009b2Jred\u2028 title', 'crimson'),
    page('fish', 4, 'Pike', 'hunt at night'),
  ]);
  index.close();
});

describe('a search', () => {
  const index = () => new IndexFile(file);

  test.each([
    ['hunt night', [1, 4]],
    ['"hunt', [1, 4]],
    ['who" OR', []],
    ['AND', [1]],
    ['NEAR(', [1]],
    ['CAFE', [1]],
    ['café', [1]],
    ['text:hunt', []],
    ['hunt*', [1, 4]],
    ['-hunt', [1, 4]],
    ['ムジナモ', [2]],
    ['*', []],
    ['"', []],
    ["'; DROP TABLE page; --", []],
    ['  ', []],
  ])('takes what is typed as words, no query language: %s', (text, numbers) => {
    const opened = index();
    const hits = opened.search(text).map(({ url }) => Number(url.split('/').at(-1)));
    opened.close();
    expect(hits.sort()).toEqual(numbers);
  });

  it('is of one job when it is named, and shows titles that cannot break the terminal', () => {
    expect(run('search', 'hunt', '--name', 'fish').out).toBe(
      'Pike\n  http://a.example/4\n  [hunt] at night\n',
    );
    expect(run('search', 'crimson').out).toBe('A [31m 2Jred title\n  http://a.example/3\n  [crimson]\n');
    expect(run('search', 'ムジナモ').out).toBe('http://a.example/2\n  http://a.example/2\n  [ムジナモ]\n');
  });
});

describe('the command', () => {
  test.each([
    [['--help'], 0, ''],
    [['search'], 2, 'search for what?'],
    [['search', ' '], 2, 'search for what?'],
    [['search', 'owls', '--limit', '0'], 2, '--limit 0: expected a whole number'],
    [['search', 'owls', '--fuzzy'], 2, "Unknown option '--fuzzy'"],
    [['find', 'owls'], 2, 'there is no find'],
    [['build', '--job', '.', '--bucket', 'b'], 2, '--bucket goes with --stack'],
    [['follow', '--job', '.'], 2, 'follow whom?'],
    [
      ['search', 'owls', '--index', 'nowhere.sqlite'],
      1,
      "nowhere.sqlite is not there: 'follow' or 'build' makes it",
    ],
    [
      ['follow', '--once', '--job', 'nowhere', '--name', 'birds'],
      1,
      'nowhere/job.yaml: there is no such file',
    ],
    [
      ['follow', '--once', '--job', '.', '--name', 'fish', '--index', 'x.sqlite'],
      1,
      'is the job birds, not fish',
    ],
  ])('%j ends with %i', (argv, exit, why) => {
    const { out, err, ...ended } = run(...argv);
    expect(ended).toEqual({ exit });
    expect(err).toContain(why);
    expect(out + err).toContain(exit === 1 ? 'indexer: ' : 'usage:');
  });

  it('refuses a file that is no index, and leaves it as it is', () => {
    const [junk, other] = [join(directory, 'junk.sqlite'), join(directory, 'other.sqlite')];
    writeFileSync(junk, 'not a database, whatever it is called'.repeat(40));
    const db = new DatabaseSync(other);
    db.exec('CREATE TABLE page (mine TEXT)');
    db.close();
    for (const [one, why] of [
      [junk, 'junk.sqlite cannot be used as an index: file is not a database'],
      [other, 'other.sqlite cannot be used as an index: it is a database of something else'],
    ] as const) {
      const before = readFileSync(one);
      expect(run('search', 'owls', '--index', one)).toMatchObject({
        exit: 1,
        err: expect.stringContaining(why),
      });
      expect(readFileSync(one).equals(before)).toBe(true);
    }
  });
});

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEmbedded } from '../../lib/runtime/embedded/embedded.ts';
import { winnow } from './test-io.ts';

function jobOf(...lines: readonly string[]): string {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-words-'));
  const text = ['name: words', 'network: { allow: [localhost] }', 'crawl: { patience: 1 }', ...lines];
  writeFileSync(join(directory, 'job.yaml'), `${text.join('\n')}\n`);
  return directory;
}

const elsewhere = 'scope: { hosts: [elsewhere.localhost] }';

describe('a crawl that cannot begin', () => {
  it('says that there are no seeds, and ends with 1', async () => {
    const { exit, err } = await winnow(['crawl', '--job', jobOf('scope: { hosts: [localhost] }')]);
    expect({ exit, err }).toEqual({
      exit: 1,
      err: expect.stringMatching(/job words: add a seed with `winnow seed URL`; it names no seeds/),
    });
  });

  it('says that all seeds are out of scope, and ends with 1', async () => {
    const { exit, err } = await winnow([
      'crawl',
      '--job',
      jobOf('seeds: ["http://a.localhost:9/"]', elsewhere),
    ]);
    expect(exit).toBe(1);
    expect(err).toContain('seed http://a.localhost:9/: ');
    expect(err).toMatch(/none of its seeds was accepted/);
  });

  it('says why no seed could be had, and ends with 1', { timeout: 60_000 }, async () => {
    const { exit, err, out } = await winnow([
      'crawl',
      '--job',
      jobOf('seeds: ["http://a.localhost:47/"]', 'scope: { hosts: [localhost] }'),
    ]);
    expect(out).toContain('Nothing more is due');
    expect({ exit, err }).toEqual({
      exit: 1,
      err: expect.stringContaining(
        'winnow: no seed could be had: failed: address-refused: robots.txt: port 47 is not in network.ports; `winnow why URL` shows more',
      ),
    });
  });

  it('says at its start what is hardly meant in its scope', async () => {
    const scope = 'scope: { hosts: [localhost], exclude: ["URL ."] }';
    const { err } = await winnow(['crawl', '--job', jobOf('seeds: ["http://a.localhost:47/"]', scope)]);
    expect(err).toContain('! scope.exclude');
  });
});

describe('a second crawl in a data directory', () => {
  it('hands its job to the crawl that runs there, and says so', async () => {
    const first = jobOf('seeds: ["http://a.localhost:47/"]', 'scope: { hosts: [localhost] }');
    const second = jobOf(
      'seeds: ["http://b.localhost:47/"]',
      'scope: { hosts: [localhost] }',
      `data: ${join(first, 'data')}`,
    );
    const file = join(second, 'job.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('name: words', 'name: others'));
    const running = await openEmbedded(join(first, 'data'), 'worker');
    const { exit, err } = await winnow(['crawl', '--job', second]);
    await running.close();
    expect({ exit, err }).toEqual({
      exit: 1,
      err: expect.stringMatching(
        /in use by process \d+: while it runs, that crawl also crawls the job 'others'/,
      ),
    });
    const { out } = await winnow(['status', '--json', '--job', second]);
    expect(JSON.parse(out)).toMatchObject({ job: 'others', state: 'open', hosts: { idle: 1 } });
  });
});

describe('what was given', () => {
  it.each([
    [['why', 'nourl'], 'out', '"nourl": '],
    [['record', 'x'], 'err', '"x" is neither an MD5'],
    [['record', 'f'.repeat(32)], 'err', `no record "${'f'.repeat(32)}"`],
  ] as const)('is quoted: %j', async (argv, where, said) => {
    const run = await winnow([...argv, '--job', jobOf(elsewhere)]);
    expect(run[where]).toContain(said);
  });
});

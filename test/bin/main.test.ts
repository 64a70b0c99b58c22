import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { commandTable } from '../../bin/command-table.ts';
import { version } from '../../lib/base/version.ts';
import { winnow } from './test-io.ts';

const bin = new URL('../../bin/', import.meta.url);

describe('the command line', () => {
  it('says what it can do', async () => {
    const { exit, out, err } = await winnow(['--help']);
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    for (const [name, { summary }] of Object.entries(commandTable)) {
      expect(out).toContain(name);
      expect(out).toContain(summary);
    }
  });

  it('says its version', async () => {
    expect(await winnow(['--version'])).toEqual({ exit: 0, out: `${version}\n`, err: '' });
  });

  it.each(Object.keys(commandTable))('knows how %s is used', async (name) => {
    const { exit, out } = await winnow([name, '--help']);
    expect(exit).toBe(0);
    expect(out).toContain(`Usage: winnow ${name}`);
    expect(await winnow(['help', name])).toMatchObject({ exit: 0, out });
  });

  // What answers agents speaks JSON alone.
  const printing = Object.keys(commandTable).filter((name) => name !== 'mcp');
  it.each(printing)('prints JSON when %s is asked for it', async (name) => {
    const { out } = await winnow([name, '--help']);
    const inner = [...out.matchAll(/^ {2}(\w+) \[options\]/gm)].map(([, sub = '']) => sub);
    for (const path of inner.length === 0 ? [[name]] : inner.map((sub) => [name, sub]))
      expect((await winnow([...path, '--help'])).out).toContain('--json');
  });

  it.each([
    [['sttus'], "winnow: unknown command 'sttus'\n(Did you mean status?)\n"],
    [['why'], 'winnow: give one URL, or --stdin for a list\n'],
    [['status', '--jsn'], "winnow: unknown option '--jsn'\n(Did you mean --json?)\n"],
    [['crawl', '--for', 'soon'], 'Expected a duration such as 90s, 10m, 1h30m or 30d.'],
    [['records', '--limit', '0'], 'Expected a whole number from 1 to 1000.'],
    [['reharvest'], 'winnow: select pages by age'],
    [['audit', '--job-name', 'x'], 'winnow: leave out --job-name'],
    [['crawl', '--seed', 'nowhere', '--contact', 'me@example.org'], 'winnow: "nowhere" is no seed'],
    [['crawl', '--seed', 'https://example.org/'], 'winnow: give --contact'],
    [['crawl', '--seed', 'http://127.0.0.1/', '--contact', 'me@example.org'], 'network.allow'],
    [['crawl', '--contact', 'me@example.org'], 'winnow: give --contact only with --seed'],
    [['crawl', '--job', '.', '--seed', 'https://example.org/'], 'winnow: give --seed or --job, not both'],
    [['seed', 'https://a.example/', '--file', 'x'], 'winnow: give URLs or --file, not both'],
  ])('refuses %j with exit code 2 and nothing on standard output', async (argv, message) => {
    const { exit, out, err } = await winnow(argv);
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toContain(message);
  });

  it('says of a file that cannot be read which one it is, and ends with 1', async () => {
    expect(await winnow(['seed', '--file', '/nowhere/at/all'])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('/nowhere/at/all cannot be read'),
    });
  });

  it('says without a command what it can do, and that this was no command', async () => {
    const { exit, err } = await winnow([]);
    expect(exit).toBe(2);
    expect(err).toContain('Usage: winnow');
  });

  it.each(['status', 'crawl', 'hosts', 'report'])(
    'says how a job is named where %s is given a name',
    async (command) => {
      const { exit, err } = await winnow([command, 'birds']);
      expect({ exit, err }).toEqual({
        exit: 2,
        err: expect.stringMatching(/too many arguments[\s\S]*--job DIR or --job-name NAME/),
      });
    },
  );

  it('says in one line what is wrong, and where it comes from only when it is asked', async () => {
    const { exit, err } = await winnow(['status', '--job', '/nowhere/at/all']);
    expect(exit).toBe(1);
    expect(err).toBe(
      "winnow: /nowhere/at/all/job.yaml: there is no such file; 'winnow init DIR' makes a job, '--job DIR' names one\n",
    );
    const debug = await winnow(['status', '--job', '/nowhere/at/all', '--debug']);
    expect(debug.err).toContain('caused by Error: ENOENT');
    expect(debug.err).toContain('load-job.ts');
  });
});

describe('the launcher', () => {
  it('runs the command line and hands on its exit code', () => {
    const script = fileURLToPath(new URL('winnow.js', bin));
    const run = (...argv: string[]) => spawnSync(process.execPath, [script, ...argv], { encoding: 'utf8' });
    expect(run('--version')).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
    expect(run('sttus').status).toBe(2);
  });

  it('asks for the same Node in both of its files, which hold nothing but JavaScript', () => {
    const texts = ['winnow.js', 'winnow.ts'].map((name) => readFileSync(new URL(name, bin), 'utf8'));
    for (const text of texts) {
      expect(text).toContain('major > 24 || (major === 24 && minor >= 16)');
      expect(text).toContain('Node 24.16 or later is needed');
      expect(text).not.toMatch(/^import (?!.*'node:)/m);
    }
  });
});

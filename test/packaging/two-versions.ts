import { execFile, execFileSync, spawn } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWeb, type TestWeb } from '../support/web/web-server.ts';

/** Where a version of the package is installed, and with what environment its programs run. */
export interface Installed {
  readonly folder: string;
  readonly tarball: string;
  readonly env: NodeJS.ProcessEnv;
}

interface Ended {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

/** Crawls a job, prints titles, and waits for a line of input after the first. */
const program = `import { openCrawl } from 'winnow-crawler';
const crawl = await openCrawl(process.argv[2]).catch(({ code, message }) => {
  console.error(code + ': ' + message);
  process.exit(1);
});
let read = 0;
for await (const change of crawl.run()) {
  console.log(change.record.title);
  if (++read === 1) await new Promise((resolve) => process.stdin.once('data', resolve));
}
process.stdin.destroy();
await crawl.close();
`;

/** Of the number of steps that the schema has. */
const declaration = /(export const|const|var) schemaVersion ?=/;

/** The package as a later release might be: another version, and one more step of the schema of its data. */
function packNext({ folder, tarball, env }: Installed): string {
  const next = join(folder, 'next');
  const modules = join(next, 'node_modules');
  mkdirSync(modules, { recursive: true });
  execFileSync('tar', ['xzf', tarball, '-C', next]);
  const source = join(next, 'package');
  change(join(source, 'package.json'), /"version": "[^"]+"/, '"version": "0.999.0"');
  // The bundle of the command line and the workers has the schema, and what programs of a user import.
  const withSchema = globSync('dist/{lib/adapters/embedded/tables/schema,bundled/*}.js', { cwd: source })
    .map((path) => join(source, path))
    .filter((path) => declaration.test(readFileSync(path, 'utf8')));
  expect(withSchema).toHaveLength(2);
  for (const path of withSchema)
    change(path, declaration, "migrations.push('CREATE TABLE of_the_next_version (x INTEGER) STRICT');$&");
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', next], {
    cwd: source,
    env,
  });
  mkdirSync(join(modules, 'winnow-crawler'));
  const packed = join(next, 'winnow-crawler-0.999.0.tgz');
  execFileSync('tar', ['xzf', packed, '-C', join(modules, 'winnow-crawler'), '--strip-components=1']);
  for (const name of readdirSync(join(folder, 'node_modules')))
    if (name !== 'winnow-crawler') symlinkSync(join(folder, 'node_modules', name), join(modules, name));
  return next;
}

function change(file: string, from: RegExp, to: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(file, text.replace(from, to));
}

/** What happens when a release and the next one meet in a data directory: both are packed and installed. */
export function twoVersions(installed: () => Installed, skipped: () => string): void {
  describe('two versions of the package on one data directory', () => {
    let web: TestWeb;
    let job = '';
    let older = '';
    let newer = '';

    beforeAll(async () => {
      older = installed().folder;
      newer = packNext(installed());
      web = await startWeb({
        pages: {
          'birds.localhost/': '<title>Birds</title><a href="/owl">owl</a> <a href="/wren">wren</a>',
          'birds.localhost/owl': '<title>Owl</title>All about owls.',
          'birds.localhost/wren': '<title>Wren</title>All about wrens.',
        },
      });
      job = join(older, 'shared');
      mkdirSync(job);
      const settings = {
        ...{ name: 'shared', seeds: [web.url('birds.localhost')] },
        ...{ politeness: { waitIntervalHost: 0.1 }, scope: { hosts: [web.host('birds.localhost')] } },
        network: { allow: ['127.0.0.1'] },
      };
      writeFileSync(join(job, 'job.yaml'), JSON.stringify(settings));
      for (const folder of [older, newer]) writeFileSync(join(folder, 'shared.mjs'), program);
    });

    afterAll(() => web.close());

    const run = (folder: string, ...argv: readonly string[]): Promise<Ended> =>
      new Promise((resolve) => {
        const script = join(folder, 'node_modules', 'winnow-crawler', 'bin', 'winnow.js');
        const given = [script, ...argv, '--job', job];
        execFile(process.execPath, given, { env: installed().env }, (error, out, err) =>
          resolve({ exit: error === null ? 0 : Number(error.code), out, err }),
        );
      });

    const records = async (folder: string): Promise<number> => {
      const { out } = await run(folder, 'records', '--json');
      return (JSON.parse(out) as { records: readonly unknown[] }).records.length;
    };

    function crawling(folder: string) {
      const child = spawn(process.execPath, ['shared.mjs', job], { cwd: folder, env: installed().env });
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
      let err = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        err += text;
      });
      const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)));
      return {
        pid: child.pid,
        first: async () => (await lines.next()).value ?? err,
        async end(): Promise<Ended> {
          child.stdin.end('go on\n');
          const rest: string[] = [];
          for await (const line of { [Symbol.asyncIterator]: () => lines }) rest.push(line);
          return { exit: await ended, out: rest.join('\n'), err };
        },
      };
    }

    it('is refused by each in a line, and nothing is lost', async ({ skip }) => {
      skip(skipped() !== '', skipped());
      const crawl = crawling(older);
      expect(await crawl.first()).toBe('Birds');

      for (const command of ['status', 'crawl'])
        expect(await run(newer, command)).toEqual({
          exit: 1,
          out: '',
          err: `winnow: ${job}/data: in use by process ${crawl.pid}; stop that crawl first, which is of an older Winnow than this one\n`,
        });
      expect(await crawl.end()).toMatchObject({ exit: 0, out: expect.stringMatching(/Owl\nWren|Wren\nOwl/) });

      expect(await records(newer)).toBe(3);
      const written = /written by a newer Winnow \(schema \d+, this one knows \d+\); update Winnow/;
      for (const command of ['status', 'crawl', 'records']) {
        const { exit, err } = await run(older, command);
        expect({ exit, lines: err.split('\n').length }).toEqual({ exit: 1, lines: 2 });
        expect(err).toMatch(written);
      }
      const refused = await crawling(older).end();
      expect(refused.exit).toBe(1);
      expect(refused.err).toMatch(/^newer: /);
      expect(refused.err).toMatch(written);
      expect(await records(newer)).toBe(3);
      expect(await run(newer, 'crawl')).toMatchObject({ exit: 0 });
    }, 120_000);
  });
}

import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inConsole } from '../../packaging/bundle-console.ts';
import { vendored } from '../../packaging/vendor.ts';
import { startWeb } from '../support/web/web-server.ts';
import { nodeFirst as env, packed, shell } from './package-of-run.ts';
import { installTeamApp } from './team-app.ts';
import { twoVersions } from './two-versions.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'winnow-package-'));
const installed = join(folder, 'node_modules', 'winnow-crawler');
const mb = 1_000_000;
const worker = 'dist/lib/runtime/workers/harvest-worker.js';

/** What npm says when neither its cache nor a registry has a dependency. */
const unreachable = /ENOTCACHED|ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET/;
let tarball = '';
let withoutRegistry = '';

beforeAll(async () => {
  tarball = await packed();
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const options = ['--prefer-offline', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status, stderr } = spawnSync('npm', ['install', ...options, tarball], { cwd: folder, env });
  if (status === 0) return;
  if (!unreachable.test(stderr.toString())) throw new Error(stderr.toString());
  withoutRegistry = 'neither the cache of npm nor a registry has the dependencies';
}, 600_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function npx(inEnv: NodeJS.ProcessEnv, ...argv: readonly string[]): string {
  const given = ['--no-install', 'winnow', ...argv];
  return execFileSync('npx', given, { cwd: folder, env: inEnv }).toString();
}

function sizeOf(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** The program of docs/api.md, against a site on loopback. */
function tenLines(seed: string, host: string): string {
  return `import { openCrawl } from 'winnow-crawler';
const crawl = await openCrawl({
  name: 'birds', seeds: ['${seed}'], contact: 'you@example.org', data: './data',
  scope: { hosts: ['${host}'] }, politeness: { waitIntervalHost: 0.1 },
  network: { allow: ['localhost', '127.0.0.1'] }, content: { language: true },
});
for await (const change of crawl.run({ maxPages: 500 }))
  if (change.kind === 'created') console.log(change.record.title, change.record.detectedLanguage?.code);
await crawl.close();
`;
}

/** What a program prints, while this process serves what it asks for. */
async function output(program: string, ...argv: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, [...argv], { cwd: folder, env });
  return stdout;
}

function olderNode(): string | undefined {
  return ['/usr/bin/node', '/usr/local/bin/node'].find(
    (node) =>
      existsSync(node) && Number(execFileSync(node, ['-p', 'process.versions.node.split(".")[0]'])) < 24,
  );
}

describe('the package', () => {
  it('is a tarball of less than 3.6 MB beside its docs, which are less than 0.6 MB', () => {
    const pages = join(folder, 'pages.tgz');
    execFileSync('tar', ['czf', pages, 'docs', ...globSync('bench/results/*.md', { cwd: root })], {
      cwd: root,
    });
    const docs = statSync(pages).size;
    expect(docs).toBeLessThan(0.6 * mb);
    expect(statSync(tarball).size - docs).toBeLessThan(3.6 * mb);
  });

  it('installs less than 48 MB, without CDK and esbuild', ({ skip }) => {
    skip(withoutRegistry !== '', withoutRegistry);
    expect(sizeOf(join(folder, 'node_modules'))).toBeLessThan(48 * mb);
    for (const name of ['aws-cdk-lib', 'constructs', 'esbuild', ...vendored, ...inConsole])
      expect(existsSync(join(folder, 'node_modules', name))).toBe(false);
  });

  it('has the licence of each package of which it ships a part', () => {
    const names = execFileSync('tar', ['tzf', tarball]).toString().split('\n');
    for (const name of [...vendored, ...inConsole]) {
      const licence = `package/dist/vendor/${name.replace('/', '-')}/LICENSE`;
      expect(names.filter((one) => one.startsWith(licence))).toHaveLength(1);
    }
  });

  it('ships every file that it exports, and no source that Node would have to strip', () => {
    const names = execFileSync('tar', ['tzf', tarball]).toString().split('\n');
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      exports: Record<string, string | Record<string, string>>;
    };
    const exported = Object.values(exports).flatMap((paths) =>
      typeof paths === 'string' ? paths : Object.values(paths),
    );
    for (const path of exported) expect(names).toContain(join('package', path));
    expect(names.filter((name) => /(?<!\.d)\.ts$/.test(name))).toEqual([]);
  });

  it('has its command line and its threads bundled: each starts from few files', () => {
    const names = execFileSync('tar', ['tzf', tarball]).toString().split('\n');
    expect(names).toContain('package/dist/bundled/harvest-worker.js');
    expect(execFileSync('tar', ['xzOf', tarball, `package/${worker}`]).toString()).toMatch(
      /^export ?\* ?from ?['"]\.\.\/\.\.\/\.\.\/bundled\/harvest-worker\.js['"];\n$/,
    );
  });

  it.each([
    'lib/adapters/reading/reader-worker',
    'lib/adapters/converting/convert-worker',
    'lib/adapters/plugins/plugin-worker',
  ])('has %s bundled for functions with all that it does', (thread) => {
    const entry = join(installed, `dist/${thread}.js`);
    const { outputFiles } = buildSync({
      ...{ entryPoints: [entry], write: false, bundle: true, platform: 'node', format: 'esm' },
      ...{ packages: 'external', logLevel: 'error' },
    });
    expect(outputFiles[0]?.text).toMatch(/parentPort/);
  });

  it('says in compiled code what the sources say: no class has an alias, which the compiler also gave to fields', () => {
    // TypeScript 7.0.2 wrote `{ Bucket: name }` in the class Bucket as `{ _a: name }` for every target but esnext.
    const aliased = globSync('dist/**/*.js', { cwd: installed }).filter((path) =>
      /^var _[a-z]\b/m.test(readFileSync(join(installed, path), 'utf8')),
    );
    expect(aliased).toEqual([]);
    const bucket = readFileSync(join(installed, 'dist/lib/adapters/aws/objects/bucket.js'), 'utf8');
    expect(bucket).toMatch(/Bucket: ?this\.#name/);
  });

  it('has the command line: it helps, writes a job and crawls the shipped web on loopback', ({ skip }) => {
    skip(withoutRegistry !== '', withoutRegistry);
    expect(npx(env, '--help')).toContain('A focused web crawler');
    expect(npx(env, 'init', 'birds')).toContain('npx winnow crawl --job birds');
    expect(readFileSync(join(folder, 'birds', 'job.yaml'), 'utf8')).toContain('seeds:');
    const crawled = npx(env, 'crawl', '--max-pages', '5');
    expect(crawled).toMatch(/of these +\d+ stored/);
    expect(crawled).toMatch(/npx winnow status --job \.winnow\/example +shows/);
    expect(npx(env, 'status')).toContain('fetched        5 pages');
  });

  it('has it on an older Node, too: it runs on the Node that is installed with it', ({ skip }) => {
    skip(withoutRegistry !== '', withoutRegistry);
    const old = olderNode();
    const bundled = `node-${process.platform}-${process.arch}`;
    skip(old === undefined, 'there is no older Node on this machine');
    skip(!existsSync(join(root, 'node_modules', bundled)), 'this checkout has no Node of its own');
    symlinkSync(join(root, 'node_modules', bundled), join(folder, 'node_modules', bundled));
    const olderEnv = { ...shell, PATH: `${dirname(old ?? '')}${delimiter}${process.env.PATH}` };
    expect(npx(olderEnv, 'init', 'older-birds')).toContain('npx winnow crawl --job older-birds');
    // It goes on with the crawl of the test before: what it fetches may be stored or unchanged.
    expect(npx(olderEnv, 'crawl', '--max-pages', '5')).toMatch(/fetched +\d+ pages/);
    rmSync(join(folder, 'node_modules', bundled));
  });

  it('crawls from a program of ten lines, where the SDK of AWS is not even installed', async ({ skip }) => {
    skip(withoutRegistry !== '', withoutRegistry);
    const sdk = ['@aws-sdk', '@smithy'].map((name) => join(folder, 'node_modules', name));
    for (const path of sdk) renameSync(path, `${path}-away`);
    const owl = 'The owl is a bird of the night that hunts mice. '.repeat(10);
    const web = await startWeb({
      pages: {
        'birds.localhost/': '<title>Birds</title><a href="/owl">owl</a>',
        'birds.localhost/owl': `<title>Owl</title>${owl}`,
      },
    });
    writeFileSync(
      join(folder, 'birds.mjs'),
      tenLines(web.url('birds.localhost'), web.host('birds.localhost')),
    );
    try {
      expect(await output(process.execPath, 'birds.mjs')).toBe('Birds und\nOwl en\n');
    } finally {
      await web.close();
      for (const path of sdk) renameSync(`${path}-away`, path);
    }
  });

  it('says in one line which Node it needs, where an older one imports it', ({ skip }) => {
    skip(withoutRegistry !== '', withoutRegistry);
    const old = olderNode();
    skip(old === undefined, 'there is no older Node on this machine');
    writeFileSync(
      join(folder, 'older-api.mjs'),
      "import { openCrawl } from 'winnow-crawler';\nawait openCrawl({ name: 'a' }).catch(({ message }) => console.log(message));\n",
    );
    expect(execFileSync(old ?? '', ['older-api.mjs'], { cwd: folder }).toString()).toMatch(
      /^winnow-crawler: Node 24\.16 or later is needed, this is \S+: `npx node` is the one that the package brings, others are at https:\/\/nodejs\.org\/\n$/,
    );
  });

  it('has declarations that the compiler finds from an app', ({ skip }) => {
    skip(withoutRegistry !== '', withoutRegistry);
    writeFileSync(
      join(folder, 'analyser.ts'),
      "import type { Analyse } from 'winnow-crawler/extend';\nexport const analyse: Analyse = ({ text }) => ({ letters: text.length });\n",
    );
    const opened = (settings: string): string =>
      `import { openCrawl } from 'winnow-crawler';\nexport const crawl = await openCrawl({ name: 'birds', ${settings} });\n`;
    writeFileSync(join(folder, 'right.ts'), opened('politeness: { waitIntervalHost: 3 }'));
    writeFileSync(join(folder, 'wrong.ts'), opened('politeness: { waitInterval: 3 }'));
    const strict = ['--strict', '--noEmit', '--noImplicitAny', '--module', 'nodenext', '--target', 'es2024'];
    const files = ['--skipLibCheck', 'analyser.ts', 'right.ts', 'wrong.ts'];
    const { stdout } = spawnSync(join(root, 'node_modules', '.bin', 'tsc'), [...strict, ...files], {
      cwd: folder,
      env,
    });
    expect(stdout.toString().match(/^\S+: error/gm)).toEqual([expect.stringMatching(/^wrong\.ts/)]);
    expect(stdout.toString()).toContain("'waitInterval' does not exist in type");
  });

  it('says in one line on an older Node which Node it needs', ({ skip }) => {
    skip(withoutRegistry !== '', withoutRegistry);
    const older = join(folder, 'older.mjs');
    writeFileSync(older, "Object.defineProperty(process.versions, 'node', { value: '20.20.2' });\n");
    const script = join(installed, 'bin', 'winnow.js');
    const { status, stderr } = spawnSync(process.execPath, ['--import', older, script, '--help']);
    expect(stderr.toString()).toBe(
      'winnow: Node 24.16 or later is needed, this is 20.20.2: see https://nodejs.org/\n',
    );
    expect(status).toBe(1);
  });
});

twoVersions(
  () => ({ folder, tarball, env }),
  () => withoutRegistry,
);

describe('an app of a team (examples/team-app)', () => {
  const app = join(folder, 'team-app');
  const modules = join(app, 'node_modules');
  const run = (script: string, ...argv: readonly string[]) =>
    spawnSync(process.execPath, [join(root, 'node_modules', script), ...argv], { cwd: app, env });

  beforeAll(() => {
    installTeamApp(folder, tarball);
  });

  it('compiles against the declarations of the package', () => {
    expect(run('typescript/bin/tsc', '-p', '.').stdout.toString()).toBe('');
  });

  // On the local cloud it is deployed from the package, without its network; templates have that (test/infra).
  it.skipIf(process.env.WINNOW_TEST_FULL !== '1')(
    'synthesises, with its network, key, tags, queue and job, and cdk-nag finds nothing that is not acknowledged',
    () => {
      const { status, stdout, stderr } = run('aws-cdk/bin/cdk', 'synth', '--quiet');
      expect(status, `${stdout}${stderr}`).toBe(0);
      const template = readFileSync(join(app, 'cdk.out', 'TeamSearch.template.json'), 'utf8');
      for (const part of [
        'AWS::EC2::NatGateway',
        'AWS::KMS::Key',
        'team-search-harvest',
        'Custom::WinnowJobs',
      ])
        expect(template).toContain(part);
    },
    180_000,
  );

  it('says in a line what to install, where there is no bundler', () => {
    // A package without its files: where there is none at all, Node goes on to look in the folders above this one.
    rmSync(join(modules, 'esbuild'));
    mkdirSync(join(modules, 'esbuild'));
    writeFileSync(join(modules, 'esbuild', 'package.json'), '{"main":"nothing.js"}');
    const { status, stderr } = run('aws-cdk/bin/cdk', 'synth', '--quiet');
    expect(status).not.toBe(0);
    expect(stderr.toString()).toContain(
      'bundled by esbuild, which is not installed: npm install --save-dev esbuild',
    );
  });
});

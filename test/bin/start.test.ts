import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../support/architecture/imports.ts';

const job = mkdtempSync(join(tmpdir(), 'winnow-start-'));
writeFileSync(
  join(job, 'job.yaml'),
  "seeds: ['http://localhost:9/']\nuserAgent: { contact: you@example.org }\n",
);
afterAll(() => rmSync(job, { recursive: true }));

/** Prints the files that a program loads, on standard error. */
const listing = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { process.stderr.write(url + '\\n'); return next(url, context); } });`;

/** The code that a command loads, as the package has it, in KB and files. */
function loaded(...argv: readonly string[]) {
  const hook = `data:text/javascript,${encodeURIComponent(listing)}`;
  const script = join(root, 'bin/winnow.js');
  const { status, stderr } = spawnSync(process.execPath, ['--import', hook, script, ...argv], { cwd: job });
  expect(status).toBe(0);
  const paths = stderr
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('file:'))
    .map((url) => fileURLToPath(url));
  const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  return { kb: Math.round(bytes / 1_000), files: paths.length, text: stderr.toString() };
}

describe('a command', () => {
  it('says what it takes without the code that reads jobs and opens stores', () => {
    const { kb, files } = loaded('status', '--help');
    expect(kb).toBeLessThan(300);
    expect(files).toBeLessThan(60);
  });

  it('that makes no request starts without the code that makes requests', () => {
    const { kb, text } = loaded('status', '--job', '.');
    expect(kb).toBeLessThan(2_450);
    expect(text).toContain('load-job');
    expect(text).not.toContain('undici-fetcher');
  });
});

it('has a `require` made only in the bundled files that use one', () => {
  const bundled = process.env.WINNOW_BUNDLED ?? '';
  const files = readdirSync(bundled).map((name) => readFileSync(join(bundled, name), 'utf8'));
  const makers = files.filter((text) => text.includes('createRequire(import.meta.url)'));
  expect(makers.length).toBeGreaterThan(0);
  expect(makers.length).toBeLessThan(files.length / 20);
});

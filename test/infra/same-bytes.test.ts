import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** Runs the CDK app as `cdk synth` does, and gives what CloudFormation would be told: the template and the hashes of its assets. */
async function synthesis(outDir: string): Promise<readonly string[]> {
  const env = {
    ...process.env,
    CDK_OUTDIR: outDir,
    CDK_CONTEXT_JSON: JSON.stringify({ plugins: join(root, 'examples', 'plugins') }),
  };
  await promisify(execFile)(process.execPath, [join(root, 'bin', 'deploy.ts')], { cwd: root, env });
  const template = JSON.parse(await readFile(join(outDir, 'winnow.template.json'), 'utf8')) as object;
  const assets = (await readdir(outDir)).filter((name) => name.startsWith('asset.')).sort();
  return [JSON.stringify(template), ...assets];
}

/** Every commit compares templates (winnow-stack.test.ts) and bundles (test/functions), each by itself. */
test.skipIf(process.env.WINNOW_TEST_FULL !== '1')(
  'two syntheses into different directories give the same template and the same assets',
  async () => {
    const scratch = await mkdtemp(join(tmpdir(), 'winnow-same-'));
    try {
      const first = await synthesis(join(scratch, 'one'));
      expect(first.length).toBeGreaterThan(4);
      expect(await synthesis(join(scratch, 'two', 'levels', 'deeper'))).toEqual(first);
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  },
  300_000,
);

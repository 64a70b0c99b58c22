import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import { winnow } from '../test-io.ts';

const fixtures = fileURLToPath(new URL('../../fixtures/combine/', import.meta.url));
const library = join(fixtures, 'library');
const home = mkdtempSync(join(tmpdir(), 'winnow-import-'));

describe('winnow import-combine', () => {
  it('writes a job and says what could not be carried over', async () => {
    const out = join(home, 'new', 'library');
    const { exit, out: said, err } = await winnow(['import-combine', library, '--out', out]);
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    expect(said).toMatch(/^Not carried over:$/m);
    expect(said).toMatch(/combine\.cfg:16: SolrHost = /);
    expect(said).toContain(`winnow crawl --job ${out}`);
    expect(loadJob(out).settings.name).toBe('library');
    const text = readFileSync(join(out, 'job.yaml'), 'utf8');
    expect(text).toContain('waitIntervalHost: 5 # combine.cfg:7: WaitIntervalHost');
    expect(text).toMatch(/^# - combine\.cfg:16: SolrHost/m);
    expect(readdirSync(join(home, 'new'))).toEqual(['library']);
  });

  it('says the same as JSON', async () => {
    const out = join(home, 'json');
    const { out: said } = await winnow(['import-combine', library, '--out', out, '--json']);
    const { job, files, items } = JSON.parse(said);
    expect(job).toBe('library');
    expect(files).toContain(join(out, 'job.yaml'));
    for (const file of files) expect(existsSync(file)).toBe(true);
    expect(items).toContainEqual(
      expect.objectContaining({
        fate: 'carried',
        name: 'HarvestRetries',
        value: '3',
        source: 'combine.cfg:9',
        key: 'fetch.maxTries',
      }),
    );
  });

  it('writes over a job only when told to', async () => {
    const out = join(home, 'force');
    await winnow(['import-combine', library, '--out', out]);
    writeFileSync(join(out, 'job.yaml'), 'name: mine\n');
    const refused = await winnow(['import-combine', library, '--out', out]);
    expect(refused).toEqual({
      exit: 1,
      out: '',
      err: `winnow: ${join(out, 'job.yaml')} is there already; --force writes over it\n`,
    });
    expect(loadJob(out).settings.name).toBe('mine');
    expect(await winnow(['import-combine', library, '--out', out, '--force'])).toMatchObject({ exit: 0 });
    expect(loadJob(out).settings.name).toBe('library');
  });

  it('ends with 1 for what is no job of Combine, and with 2 for a wrong command line', async () => {
    const missing = await winnow(['import-combine', join(home, 'nothing'), '--out', join(home, 'x')]);
    expect(missing).toMatchObject({ exit: 1, out: '' });
    expect(missing.err).toMatch(/^winnow: \S+combine\.cfg: there is no such file; [^\n]+\n$/);
    expect(existsSync(join(home, 'x'))).toBe(false);
    const blocked = await winnow(['import-combine', library, '--out', join(library, 'combine.cfg', 'x')]);
    expect(blocked).toMatchObject({ exit: 1, out: '' });
    expect(blocked.err).toMatch(/cannot be written/);
    expect(await winnow(['import-combine'])).toMatchObject({ exit: 2 });
    expect(await winnow(['import-combine', library, '--nonsense'])).toMatchObject({ exit: 2 });
  });
});

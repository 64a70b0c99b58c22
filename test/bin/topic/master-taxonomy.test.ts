import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { trainMaster } from '../../../bin/commands/taxonomy/master-taxonomy.ts';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import { taxonomyOf } from '../../../lib/topic/settings.ts';
import { openTaxonomy } from '../../../lib/topic/train.ts';
import { testIo, winnow } from '../test-io.ts';

const home = mkdtempSync(join(tmpdir(), 'winnow-master-'));
const folder = join(import.meta.dirname, '../../../examples/master-taxonomy');
const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));

interface Text {
  readonly id: string;
  readonly class: string;
  readonly text: string;
}

const texts = files.flatMap((name) =>
  readFileSync(join(folder, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Text),
);
const classes = [...new Set(texts.map((one) => one.class))];

describe('the texts of the master taxonomy', () => {
  it('are two or three for each of at least 200 classes, small enough to ship', () => {
    expect(classes.length).toBeGreaterThanOrEqual(200);
    for (const path of classes) {
      const ids = texts.filter((one) => one.class === path).map(({ id }) => id);
      expect(ids).toEqual([1, 2, 3].slice(0, Math.max(2, ids.length)).map((at) => `${path.slice(1)}/${at}`));
    }
    const bytes = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    expect(bytes).toBeLessThanOrEqual(300_000);
  });

  it('stand at leaves, each in the file of its branch', () => {
    for (const path of classes) expect(classes.filter((one) => one.startsWith(`${path}/`))).toEqual([]);
    for (const { class: path } of texts) expect(files).toContain(`${path.split('/')[1]}.jsonl`);
  });

  it('are each told from all others by the taxonomy that is trained with them', async () => {
    const { taxonomy, set } = await trainMaster(testIo().io, '');
    const classifier = openTaxonomy(taxonomy);
    const wrong = set.examples.filter(
      (example) => taxonomy.tree[classifier.placeExample(example).best]?.path !== example.path,
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});

describe('winnow taxonomy master', () => {
  it('prints the classes, or those of a branch', async () => {
    const { out } = await winnow(['taxonomy', 'master', 'science/chemistry']);
    expect(out).toBe('chemistry  6\n  compounds  2\n  elements  2\n  general-chemistry  2\n');
    const { out: all } = await winnow(['taxonomy', 'master', '--json']);
    const listed = JSON.parse(all) as readonly { readonly path: string; readonly examples: number }[];
    expect(listed.filter(({ examples }) => examples > 0).map(({ path }) => path)).toEqual(classes.toSorted());
  });

  it('writes a taxonomy that tells pages apart, can be changed, and is not overwritten', async () => {
    const model = join(home, 'whole.model');
    expect((await winnow(['taxonomy', 'master', '--model', model])).exit).toBe(0);
    const page = join(home, 'page.txt');
    writeFileSync(page, 'The comet was seen through a telescope as it came near the planet Jupiter.');
    const { out } = await winnow(['taxonomy', 'map', model, page]);
    expect(out).toContain(`${page}: /science/space/solar-system `);
    expect((await winnow(['taxonomy', 'add', model, page, '--to', '/nature/comets'])).exit).toBe(0);
    const again = await winnow(['taxonomy', 'master', '--model', model]);
    expect(again).toMatchObject({ exit: 1, err: `winnow: ${model} exists already and is not overwritten\n` });
    expect((await winnow(['taxonomy', 'show', model, 'nature/comets'])).out).toBe('comets  1\n');
  });
});

describe('winnow init --master', () => {
  it('makes a job that keeps pages of the classes', async () => {
    const job = join(home, 'birds');
    const { exit } = await winnow(['init', job, '--master', 'nature/birds', '--master', '/nature/fish']);
    expect(exit).toBe(0);
    expect(taxonomyOf(loadJob(job).settings.topic)?.good).toEqual(['/nature/birds', '/nature/fish']);
  });

  it('uses the taxonomy of the directory where there is one', async () => {
    const job = join(home, 'own');
    mkdirSync(job);
    const model = join(job, 'master.model');
    await winnow(['taxonomy', 'master', '--model', model]);
    const page = join(home, 'own.txt');
    writeFileSync(page, 'gnomes and elves');
    await winnow(['taxonomy', 'add', model, page, '--to', '/garden/gnomes']);
    expect((await winnow(['init', job, '--master', 'garden/gnomes'])).exit).toBe(0);
    expect(taxonomyOf(loadJob(job).settings.topic)?.good).toEqual(['/garden/gnomes']);
  });

  it('names the nearest class for one that is not there, and writes nothing', async () => {
    const job = join(home, 'none');
    const { exit, err } = await winnow(['init', job, '--master', 'nature/brids']);
    expect({ exit, err }).toMatchObject({
      exit: 1,
      err: expect.stringContaining('did you mean /nature/birds?'),
    });
    expect(existsSync(job)).toBe(false);
  });

  it('leaves a directory that has a job as it is', async () => {
    const job = join(home, 'there');
    await winnow(['init', job]);
    const { exit, err } = await winnow(['init', job, '--master', 'nature/birds']);
    expect({ exit, err }).toMatchObject({ exit: 1, err: expect.stringContaining('exists already') });
    expect(existsSync(join(job, 'master.model'))).toBe(false);
  });
});

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type LoadedJob, loadJob } from '../../lib/config/job/load-job.ts';
import { encodeSettings, parseSettings } from '../../lib/config/stored/settings-json.ts';
import { writeModel } from '../../lib/topic/learn/model-file.ts';
import { outlineOf } from '../../lib/topic/learn/model-frame.ts';
import { defaultSvmRecipe, train } from '../../lib/topic/learn/train.ts';
import { readTaxonomy, taxonomyWorkKey, writeTaxonomy } from '../../lib/topic/taxonomy/taxonomy-file.ts';
import { defaultTaxonomyRecipe, trainTaxonomy } from '../../lib/topic/taxonomy/train-taxonomy.ts';
import { allOf, corpusOf, labelled as flat } from '../topic/learn/examples.ts';
import { labelled, setOf } from '../topic/taxonomy/examples.ts';

const set = setOf(labelled);
const tree = writeTaxonomy({
  taxonomy: trainTaxonomy(set, defaultTaxonomyRecipe),
  set,
  notes: { date: '2026-11-21', settings: defaultTaxonomyRecipe },
});

function svmOf(list: typeof flat): Uint8Array {
  const corpus = corpusOf(list);
  return writeModel(train(corpus, allOf(corpus), defaultSvmRecipe), {
    kind: 'svm',
    date: '2026-11-21',
    settings: {},
    trainingSet: { documents: list.length, digest: corpus.digest },
  });
}

/** A job whose topic names `topic.model`, with these bytes. */
function job(topic: object, model: Uint8Array | string = tree): LoadedJob {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-model-'));
  writeFileSync(join(directory, 'topic.model'), model);
  writeFileSync(
    join(directory, 'job.yaml'),
    stringify({ name: 'm', topic: { model: 'topic.model', ...topic } }),
  );
  return loadJob(directory);
}

describe('a model in job.yaml', () => {
  it('becomes the filter of the topic, named by its digest, with its defaults', () => {
    const { settings, models } = job({ good: ['nature/birds/'], crawlOnly: ['/nature/fish'] });
    const { digest } = outlineOf(tree, 't');
    const marks = { good: ['/nature/birds'], crawlOnly: ['/nature/fish'], minRelevance: 0.5 };
    expect(settings.topic).toMatchObject({
      match: 'all',
      filters: [{ kind: 'taxonomy', id: 'taxonomy', file: 'topic.model', digest, ...marks }],
    });
    expect(models.map((one) => one.digest)).toEqual([digest, taxonomyWorkKey(digest)]);
  });

  it('goes into the installation without its examples', () => {
    const bytes = job({ good: ['/nature'] }).models[0]?.read() ?? new Uint8Array();
    expect(bytes.length).toBeLessThan(tree.length);
    expect(readTaxonomy(bytes, 't').examples).toEqual([]);
  });

  it('travels as JSON', () => {
    const { settings } = job({ good: ['/nature'] });
    expect(parseSettings(encodeSettings(settings))).toEqual(settings);
  });

  it('of good and bad pages keeps the good ones unless it is told otherwise', () => {
    const pair = flat
      .filter(([, id]) => id !== 'stars')
      .map(([text, id]) => [text, id === 'birds' ? 'good' : 'bad'] as const);
    const { settings } = job({}, svmOf(pair));
    expect(settings.topic?.filters[0]).toMatchObject({ kind: 'svm', good: ['good'], minRelevance: 0 });
  });

  it.each([
    [{}, tree, /topic\.good: say which classes of topic\.model the crawl is about: \/arts, \/arts\/painting/],
    [
      { good: ['/nature/brids'] },
      tree,
      /topic\.good: .* no class \/nature\/brids; did you mean \/nature\/birds\?/,
    ],
    [{ good: ['/x/painting'] }, tree, /did you mean \/arts\/painting\?/],
    [{ good: ['/a//b'] }, tree, /topic\.good: \/a\/\/b: there is a name missing/],
    [
      { good: ['/nature'], crawlOnly: ['/nature/fish'] },
      tree,
      /topic\.crawlOnly: \/nature\/fish is kept anyway/,
    ],
    [{ good: ['birds'], crawlOnly: ['bird'] }, svmOf(flat), /topic\.crawlOnly: .*did you mean birds\?/],
    [{ good: ['/nature'] }, tree.subarray(0, 900), /topic\.model: it is truncated/],
    [{ good: ['/nature'] }, 'winnow-model 9 1 x\n', /topic\.model: it has format 9 of a newer Winnow/],
    [{ good: ['/nature'] }, '<html>', /topic\.model: it is no model of Winnow/],
    [{ model: 'none.model' }, tree, /topic\.model: none\.model: there is no such file/],
  ])('is refused in one line: %#', (topic, model, message) => {
    let text = '';
    try {
      job(topic, model);
    } catch (error) {
      text = (error as Error).message;
    }
    expect(text).toMatch(message);
    expect(text).not.toContain('\n');
  });

  it('is refused when it is damaged inside, before a crawl begins', () => {
    const damaged = Uint8Array.from(tree);
    damaged[tree.length - 5] = (damaged[tree.length - 5] as number) ^ 1;
    const loaded = job({ good: ['/nature'] }, damaged);
    expect(() => loaded.models[0]?.read()).toThrow(
      'topic.model: it is damaged; train it again or copy it again',
    );
  });

  it('is not taken for another that has come in its place', () => {
    const loaded = job({ good: ['/nature'] });
    const other = svmOf(flat);
    writeFileSync(join(loaded.file, '..', 'topic.model'), other);
    expect(() => loaded.models[0]?.read()).toThrow('it was changed just now; try again');
    expect(readFileSync(join(loaded.file, '..', 'topic.model'))).toEqual(Buffer.from(other));
  });
});

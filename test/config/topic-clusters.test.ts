import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type LoadedJob, loadJob } from '../../lib/config/job/load-job.ts';
import { encodeSettings, parseSettings } from '../../lib/config/stored/settings-json.ts';
import { writeClusterModel } from '../../lib/topic/clusters/cluster-model-file.ts';
import { writeModel } from '../../lib/topic/learn/model-file.ts';
import { outlineOf } from '../../lib/topic/learn/model-frame.ts';
import { defaultSvmRecipe, train } from '../../lib/topic/learn/train.ts';
import { modelOfSubjects } from '../topic/clusters/examples.ts';
import { allOf, corpusOf, labelled } from '../topic/learn/examples.ts';

const model = modelOfSubjects();
const bytes = writeClusterModel(model);
const relevant = model.clusters.filter(({ isRelevant }) => isRelevant).map(({ id }) => id);
const others = model.clusters
  .filter(({ isRelevant, documents }) => !isRelevant && documents > 0)
  .map(({ id }) => id);

function svm(): Uint8Array {
  const corpus = corpusOf(labelled);
  const notes = { kind: 'svm', date: '', settings: {}, trainingSet: { documents: 1, digest: '' } } as const;
  return writeModel(train(corpus, allOf(corpus), defaultSvmRecipe), notes);
}

/** A job whose topic names `owls.clusters`, with these bytes. */
function job(topic: object, file: Uint8Array | string = bytes): LoadedJob {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-clusters-'));
  writeFileSync(join(directory, 'owls.clusters'), file);
  writeFileSync(join(directory, 'job.yaml'), stringify({ name: 'c', topic }));
  return loadJob(directory);
}

describe('clusters in job.yaml', () => {
  it('become a filter that keeps the pages of the relevant clusters', () => {
    const { settings, models } = job({ clusters: 'owls.clusters' });
    const { digest } = outlineOf(bytes, 'c');
    const said = { good: relevant, crawlOnly: [], minRelevance: 0.5 };
    expect(settings.topic?.filters).toEqual([
      { kind: 'clusters', id: 'clusters', file: 'owls.clusters', digest, ...said },
    ]);
    expect(models.map((one) => [one.digest, Buffer.from(one.read())])).toEqual([
      [digest, Buffer.from(bytes)],
    ]);
    expect(parseSettings(encodeSettings(settings))).toEqual(settings);
  });

  it('may be chosen by name, kept or only followed, alone and in a list of filters', () => {
    const [first, second] = others;
    const said = { clusters: 'owls.clusters', good: [first], crawlOnly: [second] };
    expect(job(said).settings.topic?.filters[0]).toMatchObject({ good: [first], crawlOnly: [second] });
    expect(job({ filters: [said] }).settings.topic?.filters[0]).toMatchObject({ good: [first] });
  });

  it.each([
    [
      'a model of another kind',
      { clusters: 'owls.clusters' },
      svm(),
      'of the kind svm: name it with `model`',
    ],
    ['clusters as a model', { model: 'owls.clusters' }, bytes, 'of clusters: name it with `clusters`'],
    ['no file', { clusters: 'none.clusters' }, bytes, 'none.clusters'],
    ['what is no model', { clusters: 'owls.clusters' }, 'hello', 'no model of Winnow'],
    [
      'an unknown cluster',
      { clusters: 'owls.clusters', good: ['nothing-like'] },
      bytes,
      'no class nothing-like',
    ],
    [
      'no auto-in pages',
      { clusters: 'owls.clusters' },
      writeClusterModel(modelOfSubjects({ isAutoIn: () => false })),
      'no cluster of owls.clusters has enough auto-in pages; say which classes',
    ],
    [
      'a list beside it',
      { clusters: 'owls.clusters', filters: [{ model: 'm' }] },
      bytes,
      'beside it stands topic.clusters',
    ],
  ])('are refused with %s', (_, topic, file, problem) => {
    expect(() => job(topic, file)).toThrow(problem);
  });
});

import { describe, expect, it } from 'vitest';
import { openClusterJudge } from '../../../lib/topic/clusters/cluster-judge.ts';
import { clusterMeasures, rateOf } from '../../../lib/topic/clusters/cluster-model.ts';
import { readClusterModel, writeClusterModel } from '../../../lib/topic/clusters/cluster-model-file.ts';
import { methodNames } from '../../../lib/topic/clusters/methods/methods.ts';
import { explainTopic } from '../../../lib/topic/evidence/explain-topic.ts';
import { bestClassIn, describeVerdict } from '../../../lib/topic/judging/describe-verdict.ts';
import { type FilterDocument, topicFilterOf } from '../../../lib/topic/judging/topic-filter.ts';
import type { TopicSettings } from '../../../lib/topic/judging/topic-settings.ts';
import { outlineOf } from '../../../lib/topic/learn/model-frame.ts';
import { modelOfSubjects, textAbout } from './examples.ts';

const offSubject =
  'parliament votes taxes minister budget election senator campaign debate ballot treaty governor cabinet law';

describe.each(methodNames)('clusters made by %s', (method) => {
  const model = modelOfSubjects({ method, mining: { minSupport: 0.2 } });
  const relevant = model.clusters.filter(({ isRelevant }) => isRelevant);

  it('are relevant where pages are auto-in', () => {
    expect(model.autoIn).toBe(5);
    expect(relevant.length).toBeGreaterThan(0);
    expect(relevant.reduce((sum, { autoIn }) => sum + autoIn, 0)).toBe(5);
    for (const one of model.clusters) expect(one.isRelevant).toBe(rateOf(one) >= rateOf(model));
  });

  it.each(clusterMeasures)('judge pages that they have not seen, by %s', (measure) => {
    const judge = openClusterJudge(model, measure);
    const right = [100, 101, 102, 103, 104].filter((seed) => judge(textAbout('owls', seed)).relevance > 0.5);
    const wrong = [100, 101, 102, 103, 104].filter(
      (seed) => judge(textAbout('trains', seed)).relevance > 0.5,
    );
    expect(right.length).toBeGreaterThanOrEqual(4);
    expect(wrong).toEqual([]);
  });
});

describe('a model of clusters', () => {
  const model = modelOfSubjects();
  const bytes = writeClusterModel(model);

  it('is the same after it was written and read, and the bytes are the same again', () => {
    expect(readClusterModel(bytes, 'm')).toEqual(model);
    expect(writeClusterModel(readClusterModel(bytes, 'm'))).toEqual(bytes);
  });

  it('gives p for the best clusters, and what is missing to 1 to none of them', () => {
    const { best, none, probabilities } = openClusterJudge(model)(textAbout('bread', 77), undefined, 3);
    expect(best[0]?.p).toBeGreaterThan(0.9);
    expect(best[0]?.cluster.topTerms).toContain('dough');
    expect(best[0]?.itemSets.length).toBeGreaterThan(0);
    expect(probabilities.reduce((sum, p) => sum + p, none)).toBeCloseTo(1, 9);
    expect(best.map(({ distance }) => distance)).toEqual(best.map(({ distance }) => distance).toSorted());
  });

  it.each(clusterMeasures)(
    'leaves a page unclassified that is like none of the clusters, by %s',
    (measure) => {
      const judgement = openClusterJudge(model, measure)(offSubject);
      expect(judgement.isUnclassified).toBe(true);
      expect(judgement.relevance).toBe(0);
    },
  );

  it('says nothing of an empty page', () => {
    expect(openClusterJudge(model)('')).toMatchObject({
      best: [],
      relevance: 0,
      none: 1,
      isUnclassified: true,
    });
  });

  it('keeps nothing of the pages that it judged', () => {
    const judge = openClusterJudge(model);
    const first = judge(textAbout('owls', 7));
    for (let seed = 0; seed < 20; seed += 1) judge(textAbout('trains', seed));
    expect(judge(textAbout('owls', 7))).toEqual(first);
  });

  it('has no relevant cluster without auto-in pages', () => {
    const { clusters } = modelOfSubjects({ isAutoIn: () => false });
    expect(clusters.filter(({ isRelevant }) => isRelevant)).toEqual([]);
  });

  it.each([
    ['cut off', bytes.subarray(0, -9), 'truncated'],
    ['changed in one byte', bytes.with(bytes.length - 3, 7), 'damaged'],
    [
      'of a later version',
      Buffer.from(Buffer.from(bytes).toString('latin1').replace('model 2', 'model 9'), 'latin1'),
      'newer Winnow',
    ],
    ['something else', Buffer.from('hello'), 'no model'],
  ])('is refused when it is %s', (_, given, problem) => {
    expect(() => readClusterModel(given, 'owls.clusters')).toThrow(problem);
    expect(() => readClusterModel(given, 'owls.clusters')).toThrow(/^owls\.clusters: /);
  });
});

describe('clusters as a topic filter', () => {
  const bytes = writeClusterModel(modelOfSubjects());
  const { digest, header } = outlineOf(bytes, 'm');
  const { relevant, classes } = header as unknown as Readonly<Record<string, readonly string[]>>;
  const settings: TopicSettings = {
    filters: [
      {
        ...{ kind: 'clusters', id: 'clusters', file: 'owls.clusters', digest, minRelevance: 0.5 },
        ...{ good: relevant ?? [], crawlOnly: [] },
      },
    ],
    ...{ match: 'all', sitesOk: [], followOffTopic: false },
  };
  const parts = { models: new Map([[digest, bytes]]) };
  const page = (text: string): FilterDocument => ({
    ...{ url: 'http://example.org/', title: '', metadata: [], described: [], headings: [], text },
  });

  it('keeps pages of relevant clusters, with the words that speak for the best', () => {
    const verdict = topicFilterOf(settings, parts)(page(textAbout('owls', 55)));
    expect(verdict).toMatchObject({ relevant: true, kind: 'clusters', filter: 'clusters' });
    expect(verdict.classes[0]?.id).toBe(relevant?.[0]);
    expect(verdict.classes[0]?.evidence.map(({ term }) => term)).toContain('owlets');
    expect(topicFilterOf(settings, parts)(page(textAbout('trains', 55)))).toMatchObject({ relevant: false });
    expect(classes).toHaveLength(3);
  });

  it('gives pages that are like none of the clusters no class, and says so', () => {
    const verdict = topicFilterOf(settings, parts)(page(offSubject));
    expect(verdict).toMatchObject({ relevant: false, score: 0, classes: [] });
    expect(describeVerdict(verdict)).toBe('score 0; unclassified');
    expect(bestClassIn(describeVerdict(verdict))).toBeUndefined();
  });

  it('is explained by cluster, distance, matching item sets, and words with their places', () => {
    const [filter] = explainTopic(settings, parts, page(textAbout('owls', 55))).filters;
    const [cluster] = filter?.model?.clusters ?? [];
    expect(cluster).toMatchObject({ id: relevant?.[0], documents: 20, autoIn: 5 });
    expect(cluster?.distance).toBeLessThan(0.7);
    expect(cluster?.itemSets.flatMap(({ items }) => items)).toContain('owl');
    const [word] = filter?.model?.reasons[0]?.words ?? [];
    expect(word?.contribution).toBeGreaterThan(0);
    expect(word?.places[0]).toMatchObject({ part: 'text' });
  });
});

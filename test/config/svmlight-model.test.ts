import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadJob } from '../../lib/config/job/load-job.ts';
import { topicFilterOf } from '../../lib/topic/judging/topic-filter.ts';
import type { TopicSettings } from '../../lib/topic/judging/topic-settings.ts';
import { outlineOf } from '../../lib/topic/learn/model-frame.ts';

/** As svm_learn 6.02 writes a linear model: here `owl` and `engine` are features 1 and 2. */
const svmlight = `SVM-light Version V6.02
0 # kernel type
3 # kernel parameter -d
1 # kernel parameter -g
1 # kernel parameter -s
1 # kernel parameter -r
empty# kernel parameter -u
2 # highest feature index
2 # number of training documents
2 # number of support vectors plus 1
0.1 # threshold b, each following line is a SV (starting with alpha*y)
1 1:2 2:-2 #
`;

function job(files: Readonly<Record<string, string>>) {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-svmlight-'));
  const all = { 'job.yaml': 'name: s\ntopic: { model: owls.svm }\n', ...files };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(directory, name), text);
  return loadJob(directory);
}

describe('a model of SVMlight as the model of a topic', () => {
  it('judges pages as a support vector machine with the classes bad and good', () => {
    const { settings, models } = job({ 'owls.svm': svmlight, 'owls.svm.words': 'owl\nengine\n' });
    expect(settings.topic?.filters).toMatchObject([
      { kind: 'svm', file: 'owls.svm', good: ['good'], minRelevance: 0 },
    ]);
    const bytes = new Map(models.map(({ digest, read }) => [digest, read()]));
    for (const [digest, one] of bytes) expect(outlineOf(one, 'm').digest).toBe(digest);
    const filter = topicFilterOf(settings.topic as TopicSettings, { models: bytes });
    const page = (text: string) =>
      filter({ url: 'http://x.test/', title: '', metadata: [], described: [], headings: [], text });
    expect(page('an owl at night')).toMatchObject({ relevant: true, kind: 'svm' });
    expect(page('an owl at night').score).toBeCloseTo(1.9, 6);
    expect(page('an engine')).toMatchObject({ relevant: false });
  });

  it('needs its words', () => {
    expect(() => job({ 'owls.svm': svmlight })).toThrow('topic.model: owls.svm.words: ');
    expect(() => job({ 'owls.svm': svmlight, 'owls.svm.words': 'owl\n' })).toThrow('it has 1 words');
  });
});

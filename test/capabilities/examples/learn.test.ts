import { describe, expect, it } from 'vitest';
import { askFirst } from '../../../lib/capabilities/examples/set/ask-first.ts';
import { checkLearner } from '../../../lib/capabilities/examples/set/check-learner.ts';
import { linearLearner } from '../../../lib/capabilities/examples/set/learn-linear.ts';
import type { LearnPage } from '../../../lib/capabilities/examples/set/learner.ts';
import { learnerNamed, learners } from '../../../lib/capabilities/examples/set/learners.ts';
import type { LatentJudge } from '../../../lib/topic/judge.ts';
import { openClassifier } from '../../../lib/topic/learn/linear-model.ts';
import { readModel } from '../../../lib/topic/learn/model-file.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { fieldTexts, latentJudge } from '../../topic/latent/field.ts';

const words = {
  owls: 'owl talon hoot feather prey barn tawny night perch mouse'.split(' '),
  trains: 'train rail engine track signal wagon station gauge steam whistle'.split(' '),
  any: 'the and of many with people year small place long time first'.split(' '),
};
function pages(about: 'owls' | 'trains', count: number, seed = 1): readonly LearnPage[] {
  const random = seededRandom(seed, about.length);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] as string;
  return Array.from({ length: count }, (_, at) => ({
    source: `${about}-${seed}-${at}`,
    text: Array.from({ length: 40 }, (__, word) => pick(word % 3 === 0 ? words[about] : words.any)).join(' '),
  }));
}
const material = (
  of: Partial<Parameters<typeof linearLearner.learn>[0]['labelled']>,
  unlabelled: readonly LearnPage[],
) => ({
  labelled: { in: of.in ?? [], out: of.out ?? [] },
  unlabelled,
  date: '2026-01-01',
});

describe('learning a topic of examples', () => {
  it('tells pages like the examples from others, though some of the unlabelled ones are on topic', () => {
    const unlabelled = [...pages('trains', 30), ...pages('owls', 10, 2)];
    const learnt = linearLearner.learn(material({ in: pages('owls', 5) }, unlabelled));
    if ('problem' in learnt) throw new Error(learnt.problem);
    const { classify } = openClassifier(readModel(learnt.bytes, 'test').model);
    const isIn = ({ text }: LearnPage) =>
      (classify(text).find(({ id }) => id === 'good')?.score ?? 0) >= learnt.topic.minRelevance;
    expect(pages('owls', 20, 3).filter(isIn).length).toBeGreaterThanOrEqual(18);
    expect(pages('trains', 20, 3).filter(isIn).length).toBeLessThanOrEqual(2);
  });

  it('learns of one example that is in, and of equal ones', () => {
    const [one] = pages('owls', 1) as [LearnPage];
    for (const examples of [[one], [one, { ...one, source: 'again' }]])
      expect(linearLearner.learn(material({ in: examples }, pages('trains', 20)))).toHaveProperty('topic');
  });

  it.each([
    [
      'no example that is in',
      material({ out: pages('trains', 3) }, pages('trains', 9, 2)),
      /no example is in/,
    ],
    [
      'examples without words',
      material({ in: [{ source: 'a', text: '…' }] }, pages('trains', 9)),
      /no example is in/,
    ],
    [
      'nothing to tell the examples from',
      material({ in: pages('owls', 3) }, []),
      /nothing to tell the examples from/,
    ],
    [
      'no word twice',
      material({ in: [{ source: 'a', text: 'owl' }] }, [{ source: 'b', text: 'rail' }]),
      /too few words/,
    ],
  ])('says what is missing with %s', (_, given, problem) => {
    expect(linearLearner.learn(given)).toEqual({ problem: expect.stringMatching(problem) });
  });

  it('is checked on what people have judged, when both sides have pages', () => {
    const given = material({ in: pages('owls', 6), out: pages('trains', 6) }, []);
    expect(checkLearner(linearLearner, given)).toMatchObject({ labelled: 12, f1: expect.closeTo(1, 1) });
    expect(
      checkLearner(linearLearner, material({ in: pages('owls', 6) }, pages('trains', 6))),
    ).toBeUndefined();
  });

  it.each(learners)('by $name puts what is like the examples before other pages', (learner) => {
    const given = material({ in: pages('owls', 6), out: pages('trains', 2) }, [
      ...pages('trains', 20, 2),
      ...pages('owls', 5, 2),
    ]);
    const scores = learner.score(given, [...pages('owls', 10, 3), ...pages('trains', 10, 3)]) as Float64Array;
    const mean = (from: number) => scores.slice(from, from + 10).reduce((sum, one) => sum + one, 0) / 10;
    expect(mean(0)).toBeGreaterThan(mean(10) + 0.3);
    expect(learner.learn(given)).toMatchObject({
      topic: { file: 'winnow examples', good: expect.arrayContaining([expect.any(String)]) },
    });
    expect(learner.learn(material({ in: [], out: pages('trains', 6) }, []))).toHaveProperty('problem');
  });

  it('knows its learners by name', () => {
    expect(learnerNamed(undefined)).toBe(learnerNamed('svm'));
    expect(() => learnerNamed('magic')).toThrow(/no learner magic: svm, clusters, fihc/);
  });
});

describe('whom to ask first', () => {
  it('asks about the most doubtful pages, of pages that are alike about one', () => {
    const [owl, train] = [pages('owls', 1)[0], pages('trains', 1)[0]] as [LearnPage, LearnPage];
    const asked = askFirst(
      [
        { ...owl, source: 'a', fit: 0.1 },
        { ...owl, source: 'b', fit: -0.11 },
        { ...train, source: 'c', fit: 0.3 },
        { ...train, source: 'd', fit: 2 },
      ],
      3,
    );
    expect(asked.map(({ source }) => source)).toEqual(['a', 'c', 'b']);
  });

  it('asks about one of pages that share no word and lie beside each other in the field', () => {
    const asking = ['spelt', 'sickle threshing', 'oboe'].map((text, at) => ({
      ...{ source: 'abc'[at] as string, text, fit: at / 10 },
    }));
    const order = (judge?: LatentJudge) => askFirst(asking, 2, judge).map(({ source }) => source);
    expect(order()).toEqual(['a', 'b']);
    expect(order(latentJudge(fieldTexts, { dimensions: 2 }))).toEqual(['a', 'c']);
  });
});

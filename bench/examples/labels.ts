import { askFirst } from '../../lib/capabilities/examples/set/ask-first.ts';
import { linearLearner } from '../../lib/capabilities/examples/set/learn-linear.ts';
import type { Learner, Material } from '../../lib/capabilities/examples/set/learner.ts';
import { type LatentJudge, openLatentJudge } from '../../lib/topic/judge.ts';
import { fitLatentSpace } from '../../lib/topic/train.ts';
import { seededRandom } from '../../test/support/seeded-random.ts';
import { isOn, type Web, type WebPage } from '../focus/corpus.ts';

/** Labels at the start, labels asked for at a time, and labels in the end. */
export const labels = { start: 10, step: 10, end: { random: 100, active: 50, field: 50 } } as const;
/** Pages that are tested on, and pages that a person may be asked about. */
const [testedPages, askedPages] = [400, 700] as const;

/** The average precision on pages that nobody was asked about, by the number of labels. */
export type LabelCurve = readonly { readonly labels: number; readonly precision: number }[];

/** Characters of an article that are read, so that the bench ends in a minute. */
const readCharacters = 3_000;

export const page = ({ url, text }: WebPage) => ({
  source: url as string,
  text: text.slice(0, readCharacters),
});

/** Pages to test on and pages to learn of, by chance. */
export function pagesByChance(
  web: Web,
  topic: string,
  draw: number,
): { readonly tested: readonly WebPage[]; readonly pool: readonly WebPage[] } {
  const random = seededRandom(draw + 1, web.topics.indexOf(topic) + 1);
  const order = web.pages.map((one) => ({ one, at: random() })).sort((a, b) => a.at - b.at);
  const pages = order.map(({ one }) => one);
  return { tested: pages.slice(0, testedPages), pool: pages.slice(testedPages, testedPages + askedPages) };
}

/** Whom a person is asked about: pages by chance, the most doubtful that share few words, or that lie far apart in a latent space of all. */
export type Asking = keyof typeof labels.end;

/**
 * Learns a topic of labels that a person gives, some at a time: of pages by chance, or of those that are asked about first.
 * The pages that are tested on are never asked about.
 */
export function labelCurve(web: Web, topic: string, draw: number, how: Asking): LabelCurve {
  const { tested, pool } = pagesByChance(web, topic, draw);
  const judge = how === 'field' ? spaceOf(pool) : undefined;
  const on = pool.filter((one) => isOn(topic, one)).slice(0, labels.start / 2);
  const off = pool.filter((one) => !isOn(topic, one)).slice(0, labels.start / 2);
  const labelled = new Set([...on, ...off]);
  const curve: { labels: number; precision: number }[] = [];
  for (;;) {
    const known = [...labelled];
    const material: Material = {
      labelled: {
        in: known.filter((one) => isOn(topic, one)).map(page),
        out: known.filter((one) => !isOn(topic, one)).map(page),
      },
      unlabelled: [],
      date: '',
    };
    curve.push({
      labels: labelled.size,
      precision: averagePrecision(linearLearner, material, tested, topic),
    });
    if (labelled.size >= labels.end[how]) return curve;
    const left = pool.filter((one) => !labelled.has(one));
    for (const one of how === 'random' ? left.slice(0, labels.step) : asked(material, left, judge))
      labelled.add(one);
  }
}

/** Where words lie does not depend on labels: one space is made, of all pages. */
function spaceOf(pool: readonly WebPage[]): LatentJudge | undefined {
  const texts = pool.map((one) => ({ title: one.title, text: page(one).text, label: 1 }));
  const model = fitLatentSpace(texts);
  return model && openLatentJudge(model);
}

function asked(material: Material, left: readonly WebPage[], judge?: LatentJudge): readonly WebPage[] {
  const scores = linearLearner.score(material, left.map(page)) as Float64Array;
  const pages = left.map((one, at) => ({ ...page(one), one, fit: scores[at] as number }));
  return askFirst(pages, labels.step, judge).map(({ one }) => one);
}

/** 0 for a learner that learns nothing of the material. */
export function averagePrecision(
  learner: Learner,
  material: Material,
  tested: readonly WebPage[],
  topic: string,
): number {
  const scores = learner.score(material, tested.map(page));
  if (scores === undefined) return 0;
  const order = tested
    .map((one, at) => ({ one, score: scores[at] as number }))
    .sort((a, b) => b.score - a.score);
  let [found, sum] = [0, 0];
  for (const [at, { one }] of order.entries()) {
    if (!isOn(topic, one)) continue;
    found += 1;
    sum += found / (at + 1);
  }
  return sum / Math.max(1, found);
}

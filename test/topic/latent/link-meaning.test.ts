import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { linkJudgeOf, noContext } from '../../../lib/topic/judge.ts';
import { termTopic } from '../../support/topic/topic.ts';
import { fieldTexts, latentJudge } from './field.ts';

const topic = termTopic('100: harvests?=F\n');
const latent = latentJudge(fieldTexts, { dimensions: 2 });
const link = (anchor: string) => ({ url: 'http://a.example/' as CanonicalUrl, anchor });

describe('links judged in a latent space', () => {
  const scoreOf = (anchor: string) => linkJudgeOf(topic, {}, latent).score(link(anchor), noContext, 0);

  it('are told apart by what their anchors mean, where the filter knows no word of them', () => {
    expect(scoreOf('spelt')).toBeGreaterThan(scoreOf('locomotive'));
  });

  it('lose nothing by an anchor that lies far from the topic: their page decides, as for one that nobody knows', () => {
    expect(latent.fit('oboe')).toBeLessThan(0);
    expect(scoreOf('oboe')).toBe(scoreOf('locomotive'));
  });

  it('are judged by the space at hand: by another one when there is one, by none without', () => {
    const others = latentJudge(
      fieldTexts.map((one) => ({ ...one, label: one.label === 1 ? 0 : 1 })),
      { dimensions: 2 },
    );
    const [before, since] = [latent, others].map((one) =>
      linkJudgeOf(topic, {}, one).score(link('spelt'), noContext, 0),
    );
    expect(since).toBeLessThan(before as number);
    const plain = linkJudgeOf(topic, {});
    expect(plain.score(link('spelt'), noContext, 0)).toBe(plain.score(link('oboe'), noContext, 0));
  });
});

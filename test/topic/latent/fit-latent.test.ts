import { describe, expect, it } from 'vitest';
import { openLatentJudge } from '../../../lib/topic/judge.ts';
import { decodeLatent, encodeLatent } from '../../../lib/topic/models.ts';
import { fitLatentSpace, type LatentText } from '../../../lib/topic/train.ts';

/** Farming and music; `spelt` and `oboe` only ever stand beside words that no labelled text has. */
const texts: readonly LatentText[] = [
  { title: 'Wheat', text: 'wheat grain harvest', label: 1 },
  { title: 'Barley', text: 'barley grain harvest', label: 1 },
  { title: 'Violin', text: 'violin strings concert', label: 0 },
  { title: 'Cello', text: 'cello strings concert', label: 0 },
  { title: '', text: 'harvest grain field sickle' },
  { title: '', text: 'grain wheat sickle threshing' },
  { title: '', text: 'sickle threshing spelt' },
  { title: '', text: 'threshing spelt sickle' },
  { title: '', text: 'concert strings orchestra reeds' },
  { title: '', text: 'violin concert reeds woodwind' },
  { title: '', text: 'reeds woodwind oboe' },
  { title: '', text: 'woodwind oboe reeds' },
];

const judge = () =>
  openLatentJudge(decodeLatent(encodeLatent(fitLatentSpace(texts, { dimensions: 3 })!), 'field'));

describe('a latent space', () => {
  it('knows a word by the words that stand beside its neighbours', () => {
    expect(judge().score('spelt')).toBeGreaterThan(0.7);
    expect(judge().score('oboe')).toBeLessThan(0.3);
  });

  it('says which words of the field lie near', () => {
    expect(judge().near('spelt', 2)).toEqual(expect.arrayContaining(['sickle', 'threshing']));
  });

  it('is the same for the same texts in whatever order', () => {
    expect(encodeLatent(fitLatentSpace(texts.toReversed())!)).toEqual(encodeLatent(fitLatentSpace(texts)!));
  });
});

import { describe, expect, it } from 'vitest';
import { fitLatentSpace, latentSteps } from '../../../lib/topic/latent/fit-latent.ts';
import { type LatentText, latentTextLength } from '../../../lib/topic/latent/latent-text.ts';
import { encodeLatent } from '../../../lib/topic/models.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { fieldTexts, latentJudge, latentSpace } from './field.ts';

const few = { dimensions: 2 };

describe('a latent space', () => {
  it('knows a word by the words that stand beside its neighbours', () => {
    const judge = latentJudge(fieldTexts, few);
    expect(judge.score('spelt')).toBeGreaterThan(0.55);
    expect(judge.score('oboe')).toBeLessThan(0.45);
  });

  it('says nothing of words that it does not know', () => {
    const judge = latentJudge(fieldTexts, few);
    expect([judge.fit('locomotive'), judge.score(''), judge.near('locomotive', 3)]).toEqual([0, 0.5, []]);
  });

  it('names words of the field that lie near a text, and none of its own or of another field', () => {
    const judge = latentJudge(fieldTexts, few);
    const field = ['barley', 'field', 'grain', 'harvest', 'sickle', 'threshing', 'wheat'];
    expect(field).toEqual(expect.arrayContaining([...judge.near('Spelt', 99)]));
    expect(judge.near('Spelt', 3)).toEqual(judge.near('Spelt', 99).slice(0, 3));
    expect(judge.near('Spelt', 3).length).toBe(3);
  });

  it('judges another script as well', () => {
    const of = (text: string): string =>
      text.replace(/[a-z]/g, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0x3d0));
    const cyrillic = fieldTexts.map((one) => ({
      ...one,
      title: of(one.title.toLowerCase()),
      text: of(one.text),
    }));
    const judge = latentJudge(cyrillic, few);
    expect(judge.score(of('spelt'))).toBeGreaterThan(0.55);
    expect(judge.score(of('oboe'))).toBeLessThan(0.45);
  });

  it('judges text without spaces by pairs of characters', () => {
    const texts = [
      { title: '小麦', text: '小麦の収穫と穀物', label: 1 },
      { title: '大麦', text: '大麦の収穫と穀物', label: 1 },
      { title: '提琴', text: '提琴の演奏と音楽', label: 0 },
      { title: '笛', text: '横笛の演奏と音楽', label: 0 },
      { title: '', text: '穀物と脱穀機' },
      { title: '', text: '脱穀機と穀物' },
    ];
    const judge = latentJudge(texts, few);
    expect(judge.score('脱穀機')).toBeGreaterThan(judge.score('演奏会'));
  });

  it('takes what nobody labelled for off topic where nothing is labelled so', () => {
    const judge = latentJudge(
      fieldTexts.map(({ label, ...one }) => (label === 1 ? { ...one, label } : one)),
      few,
    );
    expect(judge.score('grain')).toBeGreaterThan(judge.score('reeds'));
  });
});

describe('making a latent space', () => {
  const random = seededRandom(3, 1);
  const word = (): string => `w${Math.floor(300 * random() ** 3)}`;
  const drawn: readonly LatentText[] = Array.from({ length: 80 }, (_, at) => ({
    title: word(),
    text: Array.from({ length: 40 }, word).join(' '),
    ...(at % 4 === 0 ? { label: at % 8 === 0 ? 1 : 0 } : {}),
  }));

  it('gives the same bytes for the same texts, whatever their order and however often they come', () => {
    const bytes = encodeLatent(latentSpace(drawn));
    expect(encodeLatent(latentSpace(drawn.toReversed()))).toEqual(bytes);
    expect(encodeLatent(latentSpace([...drawn.slice(40), ...drawn]))).toEqual(bytes);
  });

  it('gives the same in steps', () => {
    const steps = latentSteps(drawn);
    let [step, count] = [steps.next(), 1];
    for (; !step.done; count += 1) step = steps.next();
    expect(count).toBeGreaterThan(8);
    expect(step.value).toEqual(latentSpace(drawn));
  });

  it('ends without a space where nothing is on topic, or nothing has a word in common', () => {
    expect(fitLatentSpace([])).toBeUndefined();
    expect(fitLatentSpace(fieldTexts.map((one) => ({ ...one, label: 0 })))).toBeUndefined();
    expect(
      fitLatentSpace([
        { title: 'a', text: 'b c', label: 1 },
        { title: 'd', text: 'e f', label: 0 },
      ]),
    ).toBeUndefined();
  });

  it('goes on where texts are empty, huge, or of nothing but new words', () => {
    const huge = 'wheat '.repeat(latentTextLength);
    const news = Array.from({ length: 100 }, (_, at) => ({
      title: '',
      text: Array.from({ length: 1_000 }, (_, word) => `n${at * 1_000 + word}`).join(' '),
    }));
    const judge = latentJudge(
      [...fieldTexts, { title: '', text: '' }, { title: huge, text: huge }, ...news],
      few,
    );
    expect(judge.score('spelt')).toBeGreaterThan(judge.score('oboe'));
  });

  it('keeps no more words than it may, those of most texts', () => {
    const { features, vectors } = latentSpace(drawn, { mostWords: 20, dimensions: 5 });
    expect(features.words.length).toBe(20);
    expect(vectors.length).toBe(100);
    expect(features.words).toContain('w10');
  });
});

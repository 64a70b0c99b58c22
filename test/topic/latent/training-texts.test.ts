import { describe, expect, it } from 'vitest';
import { readTrainingTexts } from '../../../lib/topic/models.ts';
import { openTrainingTexts } from '../../../lib/topic/train.ts';

const kept = (texts: readonly { class: string; text: string }[]) => {
  const builder = openTrainingTexts();
  for (const text of texts) builder.add(text);
  return builder.finish('set');
};

describe('the texts that are kept of a training set', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => ({
    class: at % 5 ? 'bad' : 'good',
    text: `Text ${at}`,
  }));

  it('are at most a thousand of each class, the same in whatever order they came', () => {
    const bytes = kept(many);
    expect(kept(many.toReversed())).toEqual(bytes);
    const { of, texts = [] } = readTrainingTexts(bytes) ?? {};
    expect(of).toBe('set');
    expect(texts.filter((text) => text.class === 'good')).toHaveLength(1_000);
    expect(texts.filter((text) => text.class === 'bad')).toHaveLength(1_000);
  });

  it('stand as they were written, whatever stems the model has, and are cut', () => {
    const [text] =
      readTrainingTexts(kept([{ class: 'good', text: `Universities ${'x'.repeat(9_000)}` }]))?.texts ?? [];
    expect(text?.text).toMatch(/^Universities x+$/);
    expect(text?.text).toHaveLength(8_000);
  });

  it('are none where they are damaged', () => {
    expect(readTrainingTexts(kept(many).subarray(0, 50))).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { decodeLatent, encodeLatent, outlineOf } from '../../../lib/topic/models.ts';
import { fieldTexts, latentSpace } from './field.ts';

const model = latentSpace(fieldTexts, { dimensions: 3 });
const bytes = encodeLatent(model);
const text = Buffer.from(bytes).toString('latin1');

describe('the file of a latent space', () => {
  it('gives back the model that was written', () => {
    expect(decodeLatent(bytes, 'field')).toEqual(model);
  });

  it('takes a byte for each place of a word, and little else', () => {
    const words = model.features.words.join('').length;
    expect(bytes.length).toBeLessThan(words + model.features.words.length * (model.dimensions + 6) + 500);
  });

  it.each([
    ['nothing', '', 'corrupt', 'truncated'],
    ['another file', 'hello', 'corrupt', 'it is no latent space of Winnow'],
    ['a model', text.replace('winnow-latent', 'winnow-model'), 'corrupt', 'it is no latent space'],
    ['a part of one', text.slice(0, -1), 'corrupt', 'truncated'],
    ['a changed one', `${text.slice(0, -1)}x`, 'corrupt', 'damaged'],
    ['a newer frame', text.replace('winnow-latent 2', 'winnow-latent 9'), 'newer', 'format 9'],
  ])('refuses %s', (_, given, code, message) => {
    expect(() => decodeLatent(Buffer.from(given, 'latin1'), 'field')).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    );
  });

  it('is no model that a filter can have', () => {
    expect(() => outlineOf(bytes, 'field')).toThrow('it is no model of Winnow');
  });
});

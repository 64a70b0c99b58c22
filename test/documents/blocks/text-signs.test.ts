import { expect, it } from 'vitest';
import { textSigns } from '../../../lib/documents/blocks/text-signs.ts';

/** The same, slowly. */
function slowly(text: string) {
  return {
    visible: [...Array(text.length).keys()].filter((at) => text.charCodeAt(at) > 0x20).length,
    isRegular: !/[^\S ]| {2}/.test(text),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those that are no white space.
    isPlain: !/[\0-\x08\x0e-\x1f\\`*[\]<_]/.test(text),
  };
}

it('tells of any part of a page what a look at each character tells', () => {
  const chars = [...' ab\n\t\0*_[é\u00a0\u0416\u2003\u3000\ufeff\u{1f989}'];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return seed % below;
  };
  for (let round = 0; round < 300; round++) {
    const rare = random(3) === 0 ? chars.length : 3;
    const page = Array.from({ length: 40 }, () => chars[random(rare)]).join('');
    const look = textSigns(page);
    for (let part = 0; part < 20; part++) {
      const start = random(page.length);
      const end = start + random(page.length - start + 1);
      const text = page.slice(start, end);
      expect({ ...look(start, end) }, JSON.stringify(text)).toEqual(slowly(text));
    }
  }
});

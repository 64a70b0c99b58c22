import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textPass } from '../../../lib/base/bytes/text-pass.ts';
import { jsonLine } from '../../../lib/base/json-line.ts';
import { jsonWithText, textJson } from '../../../lib/domain/reading/written-content.ts';

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 40 }),
  fc.constantFrom(
    '\n',
    '"',
    '\\',
    '\u0085',
    '\u2028',
    '\u2029',
    '\u2027',
    '\u00a3',
    '\0',
    '\b\t\f\r\x1f\x7f',
    '\ud83d',
    '\ude00',
  ),
  fc.nat(40).map((length) => ' word'.repeat(length)),
);
const texts = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

it('is the JSON of a text on one line', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(textJson(text)).toBe(jsonLine(JSON.stringify(text)));
    }),
    { numRuns: 2_000 },
  );
});

it('leaves a text without spaces and line feeds for its MD5', () => {
  fc.assert(
    fc.property(texts, texts, (text, more) => {
      // Halves of a character that stand apart are lost before what stands between them goes.
      const bare = Buffer.from(text).toString().replace(/[ \n]/g, '') + more.replace(/[ \n]/g, '');
      expect(Buffer.from(textPass(text).packed(more)).toString()).toBe(Buffer.from(bare).toString());
    }),
    { numRuns: 1_000 },
  );
});

it('has room for the longest text that is passed through at once, and writes longer ones too', () => {
  for (const unit of ['\0', '漢', '\u2028', '\u0085', '"', 'a '])
    for (const length of [65_535, 65_536, 65_537, 200_000]) {
      const text = unit.repeat(length).slice(0, length);
      expect(textJson(text) === jsonLine(JSON.stringify(text))).toBe(true);
    }
});

it('is the JSON of an object, its fields in their order', () => {
  const field = fc.constantFrom<unknown>(undefined, 1, 'a\u2028"text":""', ['x'], { text: '' });
  const fields = fc.dictionary(fc.constantFrom('a', 'b', 'text":"', 'main'), field);
  fc.assert(
    fc.property(fields, texts, fields, (before, text, behind) => {
      const value = { ...before, text, ...behind };
      expect(jsonWithText(value)).toBe(jsonLine(JSON.stringify(value)));
    }),
  );
});

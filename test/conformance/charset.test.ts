import { readFileSync } from 'node:fs';
import { labelToName } from '@exodus/bytes/encoding.js';
import { describe, expect, it } from 'vitest';
import { charsetOf, decode } from '../../lib/documents/charset/charset.ts';
import { casesFile, hasCases, readCases } from '../support/cases.ts';

interface Case {
  readonly id: string;
  readonly input: { readonly file: string };
  readonly expected: { readonly whatwg: string | null; readonly probeWords?: readonly string[] };
  readonly declaredInBytes: string | null;
}

describe.skipIf(!hasCases('charset/cases.jsonl'))('character encoding case suites', () => {
  const cases = readCases<Case>('charset/cases.jsonl');

  it('decodes every file in the encoding that it is known to have, where the web knows that encoding', () => {
    const wrong = cases.filter((one) => {
      const { whatwg, probeWords = [] } = one.expected;
      if (whatwg === null || labelToName(whatwg) === null) return false;
      const text = decode(bytesOf(one), whatwg).normalize('NFC');
      return !probeWords.every((word) => text.includes(word.normalize('NFC')));
    });
    expect(wrong.map((one) => one.id)).toEqual([]);
  });

  it('decodes every file that declares an encoding of the web as that encoding', () => {
    const declaring = cases.filter(
      (one) =>
        one.declaredInBytes !== null &&
        labelToName(one.declaredInBytes) !== null &&
        one.expected.whatwg !== null,
    );
    const wrong = declaring.filter((one) => {
      const body = bytesOf(one);
      return decode(body, charsetOf(body, undefined, 'html')) !== decode(body, one.expected.whatwg ?? '');
    });
    console.log(
      `encodings that a file declares: ${declaring.length - wrong.length} of ${declaring.length} files`,
    );
    expect(declaring.length).toBeGreaterThan(0);
    expect(wrong.map((one) => one.id)).toEqual([]);
  });

  it('decodes 97 of 100 files as those who know them do, whether they declare anything or not', () => {
    const known = cases.filter(({ expected: { whatwg } }) => whatwg !== null && labelToName(whatwg) !== null);
    const wrong = known.filter((one) => {
      const body = bytesOf(one);
      return textOf(body, charsetOf(body, undefined, 'html')) !== textOf(body, one.expected.whatwg ?? '');
    });
    console.log(`character encodings: ${known.length - wrong.length} of ${known.length} files`);
    expect(wrong.length / known.length, wrong.map((one) => one.id).join()).toBeLessThanOrEqual(0.03);
  });
});

/** Without the byte order mark that detectors may take for a part of the encoding's name. */
function textOf(body: Uint8Array, charset: string): string {
  return decode(body, charset).replace(/^\ufeff/, '');
}

function bytesOf(one: Case): Uint8Array {
  return readFileSync(casesFile(`charset/${one.input.file}`));
}

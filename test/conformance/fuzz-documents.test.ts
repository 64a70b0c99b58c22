import { describe, expect, it } from 'vitest';
import { convertDocument } from '../../lib/documents/convert/convert-document.ts';
import { defaultConvertLimits, unreadableReasons } from '../../lib/documents/convert/converter.ts';
import { readMarkup } from '../../lib/documents/html/read-markup.ts';
import { documentFormatOf } from '../../lib/documents/sniff/formats.ts';
import { sniffMediaType } from '../../lib/documents/sniff/sniff-media-type.ts';
import { hasCases } from '../support/cases.ts';
import { mutated } from '../support/documents/mutate.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { bodyOf, documentCases, sniffedType } from './documents.ts';

/** Mutations of each format. The seed is stated: what fails, fails again. */
const mutations = process.env.WINNOW_TEST_FULL === '1' ? 200 : 24;
const seed = 20_261_125;

const limits = { ...defaultConvertLimits, maxHtml: 2_000_000, maxUnpacked: 50_000_000 };

/** Formats that the case suites have no file of. */
const writtenSamples = [
  [
    'application/json',
    '{"title":"A","list":[1,2,{"deep":["http://a.example/"]}],"text":"\\u00e9"}'.repeat(20),
  ],
  ['text/markdown', '# A\n\n- [x](http://a.example/)\n\n|a|b|\n|-|-|\n|1|2|\n\n```js\nx\n```\n'.repeat(20)],
  ['text/tab-separated-values', 'a\tb\n"c\td"\te\n'.repeat(50)],
  [
    'message/rfc822',
    'Subject: =?utf-8?q?=C3=A9?=\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>x</p>\n--b--\n',
  ],
].map(([mediaType = '', text = '']) => ({ name: mediaType, mediaType, body: Buffer.from(text) }));

describe.skipIf(!hasCases('documents/cases.jsonl'))('damaged documents', () => {
  const files = documentCases().map((one) => ({
    name: one.file,
    mediaType: sniffedType(one),
    body: bodyOf(one),
  }));
  const samples = [...files, ...writtenSamples];
  const byFormat = Object.groupBy(samples, ({ mediaType }) => documentFormatOf(mediaType)?.name ?? 'none');
  const formats = Object.entries(byFormat).filter(([name]) => name !== 'none');

  it.each(formats)(
    'of %s end in an outcome with its reason, before the time of a test is up, and in bounded size',
    async (_, cases = []) => {
      const random = seededRandom(seed);
      for (let round = 0; round < mutations; round++) {
        const one = cases[round % cases.length];
        if (one === undefined) continue;
        const { mediaType } = one;
        const body = mutated(one.body, random);
        expect(sniffMediaType(body, mediaType).essence).toMatch(/^[^\s/]+\/[^\s/]+$/);
        const conversion = await convertDocument({ body, mediaType, url: 'http://x.example/', limits });
        const what = `${one.name}, round ${round}`;
        if (conversion.kind === 'unreadable') {
          expect(unreadableReasons, what).toContain(conversion.reason);
          expect(conversion.detail, what).not.toBe('');
        } else {
          expect(conversion.html.length, what).toBeLessThan(limits.maxHtml + 20_000);
          readMarkup(conversion.html);
        }
      }
    },
  );
});

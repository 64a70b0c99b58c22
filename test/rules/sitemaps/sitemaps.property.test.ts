import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { read } from './read.ts';

const word = fc.constantFrom(
  'a',
  'b/c',
  'é',
  '漢',
  '?x=1&amp;y=2',
  '<![CDATA[z&z]]>',
  ' ',
  '&#233;',
  '&bogus;',
);
const loc = fc.array(word, { maxLength: 4 }).map((parts) => `http://a/${parts.join('')}`);
const field = fc.constantFrom(
  '<lastmod>2020-01-01</lastmod>',
  '<priority>0.3</priority>',
  '<image:image><image:loc>http://a/i</image:loc></image:image>',
  '<!-- <url> -->',
  '<xhtml:link rel="alternate" href="http://a/&quot;é"/>',
  '</nothing>',
  '<b>',
);
const entry = fc
  .tuple(loc, fc.array(field, { maxLength: 3 }), fc.boolean())
  .map(([url, fields, closed]) => `<url><loc>${url}</loc>${fields.join('')}${closed ? '</url>' : ''}`);
const sitemap = fc
  .array(entry, { maxLength: 12 })
  .map((all) => `<?xml version="1.0"?>\n<urlset>${all.join('\n')}</urlset>`);
const text = fc
  .array(fc.constantFrom('http://a/1', 'https://é/2', '\r', '\n', ' ', 'x'), { maxLength: 40 })
  .map((all) => all.join(''));
const feed = fc
  .array(loc, { maxLength: 6 })
  .map(
    (all) =>
      `<rss><channel>${all.map((url) => `<item><link>${url}</link><title>t</title></item>`).join('')}</channel></rss>`,
  );
const list = fc.oneof(sitemap, text, feed);
const cuts = fc.array(fc.nat(4_000), { maxLength: 30 });

/** The bytes in pieces, cut anywhere. */
function pieces(bytes: Uint8Array, at: readonly number[]): readonly Uint8Array[] {
  const ends = [...new Set(at.map((one) => one % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...ends, bytes.length].map((end, i) => bytes.subarray(i === 0 ? 0 : ends[i - 1], end));
}

describe('whatever a list looks like', () => {
  it('is read the same however it comes in pieces', async () => {
    await fc.assert(
      fc.asyncProperty(list, cuts, fc.boolean(), async (source, at, zipped) => {
        const bytes = zipped ? gzipSync(source) : Buffer.from(source);
        expect(await read(pieces(bytes, at))).toEqual(await read([source]));
      }),
      { numRuns: 300 },
    );
  });

  it('gives the first of its entries when it is cut off, the last of them as far as it goes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(sitemap, feed), fc.nat(4_000), async (source, at) => {
        const bytes = Buffer.from(source);
        const { entries } = await read([source]);
        const cut = await read([bytes.subarray(0, at % (bytes.length + 1))]);
        const [last, ...before] = cut.entries.toReversed();
        expect(before.toReversed()).toEqual(entries.slice(0, before.length));
        if (last !== undefined) expect(entries[before.length]?.loc).toBe(last.loc);
      }),
      { numRuns: 300 },
    );
  });

  it('is read without a fault when it is any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3_000 }), async (bytes) => {
        const { listing, entries } = await read([bytes]);
        expect(listing.kind === 'listing' ? listing.entries : 0).toBe(entries.length);
      }),
      { numRuns: 100 },
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { parseOnly } from '../../../lib/base/url/url-settings.ts';
import { linkOfInstruction } from '../../../lib/documents/convert/word/fields.ts';
import { readPage } from '../../../lib/domain/reading/read-page.ts';
import { htmlOf } from '../../support/documents/converting.ts';
import { lightDocuments } from '../../support/documents/light-samples.ts';
import { sampleDocuments } from '../../support/documents/samples.ts';

/** The links of a document of that URL. */
async function linksOf(body: Uint8Array, mediaType: string): Promise<readonly string[]> {
  const result = readPage({
    url: 'http://a.example/papers/owls' as CanonicalUrl,
    body: Buffer.from(await htmlOf(body, mediaType)),
    contentType: 'text/html; charset=utf-8',
    ...{ urlSettings: parseOnly, extract: [], product: 'winnow' },
  });
  if (result.kind !== 'page') throw new Error(result.kind);
  return result.content.links.map(({ url }) => url);
}

/** In an OpenDocument file the document itself is the folder that addresses are relative to. */
const samples = (target: string) => [
  ...sampleDocuments((name) => (name.startsWith('od') && !target.includes(':') ? `../${target}` : target)),
  ...lightDocuments(() => target).filter(({ name }) => ['tex', 'rtf'].includes(name)),
];
const sampleOf = (name: string, target: string) => {
  const found = samples(target).find((one) => one.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};

/** Formats whose documents hold files that relative addresses lead to, or have no links. */
const closed = new Set(['epub', 'ps']);
const names = samples('')
  .map(({ name }) => name)
  .filter((name) => !closed.has(name));

describe.each(names)('a link of a %s document', (name) => {
  it.each([
    ['more/owls.html', 'http://a.example/papers/more/owls.html'],
    ['/top.html', 'http://a.example/top.html'],
  ])('to %s is relative to the URL of the document', async (target, url) => {
    const { body, mediaType } = sampleOf(name, target);
    expect(await linksOf(body, mediaType)).toEqual([url]);
  });

  it.each(['file:///c:/owls.doc', 'javascript:alert(1)', 'ada@a.example'])(
    'to %s leads to no page',
    async (target) => {
      const { body, mediaType } = sampleOf(name, target);
      expect((await linksOf(body, mediaType)).filter((url) => url.startsWith('http'))).toEqual([]);
    },
  );
});

describe('the address of a field of Word', () => {
  it.each([
    ['HYPERLINK "http://a.example/x" \\o "a hint"', 'http://a.example/x'],
    ['HYPERLINK \\o "a hint" "more.doc"', 'more.doc'],
    [' HYPERLINK \\l "_Toc1" \\h ', undefined],
    ['HYPERLINK "C:\\\\papers\\\\x.doc"', undefined],
    ['HYPERLINK "\\\\\\\\server\\\\x.doc"', undefined],
    ['HYPERLINK www.a.example/x', 'http://www.a.example/x'],
  ])('%s', (instruction, address) => {
    expect(linkOfInstruction(instruction)).toBe(address);
  });
});

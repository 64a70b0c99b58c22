import { expect, it } from 'vitest';
import { defaultLinkSettings } from '../../../lib/base/links/link-settings.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { parseOnly } from '../../../lib/base/url/url-settings.ts';
import { readPage } from '../../../lib/domain/reading/read-page.ts';
import { defaultContentSettings } from '../../support/settings.ts';

function blocksOf(html: string, linkBlocks = true, maxPerPage = 100): readonly (number | undefined)[] {
  const read = readPage({
    url: 'http://a.example/' as CanonicalUrl,
    body: Buffer.from(html),
    contentType: 'text/html',
    urlSettings: parseOnly,
    extract: [],
    product: 'winnow',
    content: { ...defaultContentSettings, linkBlocks },
    links: { ...defaultLinkSettings, maxPerPage },
  });
  if (read.kind !== 'page') throw new Error(read.kind);
  return read.content.links.map(({ block }) => block);
}

const page =
  '<link rel=next href=/n><ul><li><a href=/1>1</a> <b><a href=/2>2</a></b><li><a href=/1>1</a></ul><p><a href="/?a&amp;b">3</a>';

it('each link of an anchor has the number of the element around it that does not flow with the text', () => {
  // Elements are numbered from 1: link, ul, li, a, b, a, li, a, p, a.
  expect(blocksOf(page)).toEqual([undefined, 3, 3, 7, 9]);
  expect(blocksOf('<a href=/1>1</a>')).toEqual([0]);
});

it('a page whose later links are left out has those of the first ones', () => {
  expect(blocksOf(page, true, 3)).toEqual([undefined, 3, 3]);
});

it('links of pictures and formulas have theirs, too', () => {
  // Elements are numbered from 1: svg, a, p, a, math, mi, p, a; a picture is one element, with the links in it.
  const drawn =
    '<svg><g><a href=/1>1</a></g></svg><p><a href=/1>1</a> <math><mi href=/2>2</mi></math><p><a href=/3>3</a>';
  expect(blocksOf(drawn)).toEqual([0, 3, 3, 7]);
});

it('there are none where nobody asks for them', () => {
  expect(blocksOf(page, false)).toEqual(new Array(5).fill(undefined));
});

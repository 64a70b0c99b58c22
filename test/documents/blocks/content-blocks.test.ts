import { describe, expect, it } from 'vitest';
import { withBlocks } from '../../../lib/documents/blocks/link-blocks.ts';
import { readWithBlocks } from '../../../lib/documents/blocks/read-blocks.ts';
import { readCases } from '../../support/cases.ts';

/** The links of a page with their content blocks. */
function linksIn(html: string) {
  const { markup, tree } = readWithBlocks(html);
  return withBlocks(markup.links, tree, { numbers: false, content: true });
}

/** The content blocks of the links of a page, by anchor text. */
function blocksIn(html: string): ReadonlyMap<string, string | undefined> {
  return new Map(linksIn(html).map(({ anchor, contentBlock }) => [anchor, contentBlock]));
}

/** How many blocks links with these anchors are in. */
function countOf(blocks: ReadonlyMap<string, string | undefined>, ...anchors: readonly string[]): number {
  return new Set(anchors.map((anchor) => blocks.get(anchor))).size;
}

const a = (...anchors: readonly string[]) => anchors.map((one) => `<a href="/${one}">${one}</a>`).join(' ');

describe('a content block', () => {
  it('is a list with the lists in its items, a navigation, a section with a name, and not a paragraph', () => {
    const blocks = blocksIn(`
      <nav><ul class="main"><li>${a('n1')}<li><b>${a('n2')}</b></ul><div class="langs">${a('n3')}</div></nav>
      <ul class="menu"><li>${a('m1')}<ul><li>${a('m2')}</ul><li><div class="item">${a('m3')}</div></ul>
      <article class="post"><h1>${a('p1')}</h1><p>${a('p2')}<p class="note">${a('p3')}<blockquote>${a('p4')}</blockquote></article>
      <div class="box">${a('b1')}<p>${a('b2')}</div>
      <a href="/bare">bare</a>`);
    expect(countOf(blocks, 'n1', 'n2', 'n3')).toBe(1);
    expect(countOf(blocks, 'm1', 'm2', 'm3')).toBe(1);
    expect(countOf(blocks, 'p1', 'p2', 'p3', 'p4')).toBe(1);
    expect(countOf(blocks, 'b1', 'b2')).toBe(1);
    expect(countOf(blocks, 'n1', 'm1', 'p1', 'b1', 'bare')).toBe(5);
  });

  it('is all elements that repeat: cards, and articles of a listing', () => {
    const card = (name: string) => `<div class="card">${a(`${name} title`)}</div>`;
    const entry = (name: string, number: number) => `<article id="post-${number}">${a(name)}</article>`;
    const blocks = blocksIn(
      `<div class="cards">${card('one')}${card('two')}</div>${entry('three', 3)}${entry('four', 44)}`,
    );
    expect(countOf(blocks, 'one title', 'two title')).toBe(1);
    expect(countOf(blocks, 'three', 'four')).toBe(1);
    expect(countOf(blocks, 'one title', 'three')).toBe(2);
  });

  it('is a row of a table, and a column of one that lays out a page', () => {
    const blocks = blocksIn(`
      <table id="bar"><tr><td>${a('r1')}<td>${a('r2')}</table>
      <table id="page"><tr><td>${a('c1', 'c2')}<td><p>${a('t1')}<p>${a('t2')}</table>`);
    expect(countOf(blocks, 'r1', 'r2')).toBe(1);
    expect(countOf(blocks, 'c1', 'c2')).toBe(1);
    expect(countOf(blocks, 't1', 't2')).toBe(1);
    expect(countOf(blocks, 'r1', 'c1', 't1')).toBe(3);
  });

  it('has one id on all pages of a site, whatever it links to, and whatever state and numbers it shows', () => {
    const page = (kind: string, post: number, links: string) => `<body class="${kind}">
      <div class="wrap-${post}"><div id="top" class="is-sticky"><ul class="open menu-${post} menu">${links}</ul></div></div>
      <div class="post-${post} post"><p>${a('text')}</div>`;
    const one = blocksIn(page('home', 1, `<li>${a('menu')}`));
    const other = blocksIn(page('single', 22, `<li class="active">${a('home')}<li>${a('menu')}`));
    expect(one.get('menu')).toBe(other.get('menu'));
    expect(other.get('home')).toBe(other.get('menu'));
    expect(one.get('text')).toBe(other.get('text'));
    expect(one.get('text')).not.toBe(one.get('menu'));
  });

  it('is nothing for links that stand in no text', () => {
    const links = linksIn('<link rel="next" href="/n"><p>http://a.example/</p>');
    expect(links.map(({ contentBlock }) => contentBlock)).toEqual([undefined, undefined]);
  });
});

interface RealPage {
  readonly url: string;
  readonly html: string;
  readonly mainContent?: string;
}

/** The links of a page that people see, by address and anchor, with their blocks. */
function linksOf({ url, html }: RealPage): ReadonlyMap<string, ReadonlySet<string>> {
  const links = new Map<string, Set<string>>();
  for (const { href, anchor, element, contentBlock = '' } of linksIn(html)) {
    if (element !== 'a' || anchor === '' || href.startsWith('#') || !URL.canParse(href, url)) continue;
    const key = `${new URL(href, url).href} ${anchor}`;
    links.set(key, (links.get(key) ?? new Set()).add(contentBlock));
  }
  return links;
}

const anchorOf = (key: string) => key.slice(key.indexOf(' ') + 1);

/** What two pages of one site have in common: links, those of them in one block, and content links of the first that fall into such a block. */
function compare(first: RealPage, second: RealPage) {
  const [links, others] = [linksOf(first), linksOf(second)];
  const blocks = new Set<string>();
  const counts = { menu: 0, shared: 0, content: 0, fallen: 0 };
  for (const [key, own] of links) {
    const other = others.get(key);
    if (other === undefined) continue;
    counts.menu += 1;
    if (![...own].some((block) => other.has(block))) continue;
    counts.shared += 1;
    for (const block of own) blocks.add(block);
  }
  for (const [key, own] of links) {
    const anchor = anchorOf(key);
    if (others.has(key) || anchor.length < 4 || first.mainContent?.includes(anchor) !== true) continue;
    counts.content += 1;
    if ([...own].every((block) => blocks.has(block))) counts.fallen += 1;
  }
  return counts;
}

const real = readCases<RealPage>('main-content/pages.jsonl.gz').filter(({ url }) => URL.canParse(url));

it.skipIf(real.length === 0)(
  'links that two real pages of a site share are in one block, and links of main content are not in those',
  () => {
    const sum = { menu: 0, shared: 0, content: 0, fallen: 0 };
    for (const pages of Map.groupBy(real, ({ url }) => new URL(url).host).values()) {
      for (const [at, first] of pages.entries()) {
        for (const second of pages.slice(at + 1)) {
          const counts = compare(first, second);
          for (const key of ['menu', 'shared', 'content', 'fallen'] as const) sum[key] += counts[key];
        }
      }
    }
    expect(sum.menu).toBeGreaterThan(9_000);
    expect(sum.content).toBeGreaterThan(2_000);
    expect(sum.shared / sum.menu).toBeGreaterThan(0.98);
    expect(sum.fallen / sum.content).toBeLessThan(0.06);
  },
);

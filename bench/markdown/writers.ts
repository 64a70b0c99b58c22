import { createRequire } from 'node:module';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { markdownWriter } from '../../lib/documents/content.ts';
import { parseBody } from '../../lib/documents/parse.ts';

/** Makes Markdown of a page. */
export interface Writer {
  readonly name: string;
  write(page: SourcePage): string;
}

/** A page as it was found. */
export interface SourcePage {
  readonly url: string;
  readonly html: string;
}

/** What is called of the packages beside `bench/peers/markdown`. */
interface Turndown {
  remove(names: readonly string[]): void;
  use(plugin: unknown): void;
  turndown(html: string): string;
}
interface Peers {
  turndown: new (options: object) => Turndown;
  'turndown-plugin-gfm': { readonly gfm: unknown };
  '@mdream/js': { htmlToMarkdown(html: string): string };
  'markdown-it': new (
    options: object,
  ) => {
    render(markdown: string): string;
  };
}

const require = createRequire(new URL('../peers/markdown/', import.meta.url));

function peer<Name extends keyof Peers>(name: Name): Peers[Name] {
  return require(name) as Peers[Name];
}

const wishes = { main: false, markdown: 'page', data: false, linkBlocks: false };

export const winnow: Writer = {
  name: 'Winnow',
  write({ url, html }) {
    const parsed = parseBody({
      url: url as CanonicalUrl,
      body: Buffer.from(html),
      contentType: 'text/html; charset=utf-8',
      content: wishes,
    });
    if (parsed.kind !== 'parsed') return '';
    const tree = parsed.blocks();
    return markdownWriter(tree, URL.parse(parsed.markup.baseHref ?? '', url)?.href ?? url)(tree.root);
  },
};

/** As its guide shows it, with fenced code, headings by signs and the tables of GitHub, and without what no browser shows. */
export function turndown(): Writer {
  const service = new (peer('turndown'))({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
  service.use(peer('turndown-plugin-gfm').gfm);
  service.remove(['head', 'script', 'style', 'noscript', 'template', 'iframe']);
  return { name: 'turndown', write: ({ html }) => service.turndown(html) };
}

export function mdream(): Writer {
  const { htmlToMarkdown } = peer('@mdream/js');
  return { name: 'mdream', write: ({ html }) => htmlToMarkdown(html) };
}

/** Reads Markdown as CommonMark with the tables of GitHub. Its boxes of lists are left out: this reader does not know them. */
export function reader(): (markdown: string) => string {
  const service = new (peer('markdown-it'))({ html: true });
  return (markdown) =>
    service.render(markdown.replace(/^(\s*(?:>\s*)*(?:[-*+]|\d+[.)]) +)\[[ x]\] /gm, '$1'));
}

import { seededRandom } from '../seeded-random.ts';
import type { WebPage } from './web-server.ts';

export interface PageLink {
  readonly href: string;
  readonly anchor: string;
}

export interface PageOptions {
  readonly seed: number;
  /** Pages with different ids have different titles and texts. */
  readonly id: number;
  /** Smallest and largest size in bytes. */
  readonly bytes: readonly [number, number];
}

const syllables = 'ba ce di fo gu la me ni ro su ta ve wi yo za pre stra con ter ment ing ly al ur'.split(
  ' ',
);
const random = seededRandom(7);
const pick = <T>(list: readonly T[], dice: () => number): T => list[Math.floor(dice() * list.length)] as T;
const words = Array.from({ length: 3_000 }, () =>
  Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(syllables, random)).join(''),
);
const sentences = Array.from({ length: 4_000 }, () => {
  const text = Array.from({ length: 8 + Math.floor(random() * 14) }, () => pick(words, random)).join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
});
const script = sentences.map((text, i) => `window.v${i}="${text}";`).join('\n');

/** A page as they are: a head with scripts, navigation, paragraphs with mark-up, links in all places, a footer. */
export function htmlPage({
  seed,
  id,
  bytes,
  links,
}: PageOptions & { readonly links: readonly PageLink[] }): WebPage {
  const dice = seededRandom(seed, id);
  const size = sizeOf(bytes, dice);
  const list = links.map(({ href, anchor }) => `<a class="link" href="${href}">${anchor}</a>`);
  const nav = list.splice(0, Math.ceil(list.length / 5));
  const aside = list.splice(0, Math.ceil(list.length / 5));
  const parts = [
    `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Page ${id}</title>\n`,
    `<meta name="description" content="${pick(sentences, dice)}">\n`,
    `<script>\n${script.slice(0, size / 8)}"</script>\n</head>\n<body class="page">\n`,
    `<nav><ul>${nav.map((link) => `<li class="item">${link}</li>`).join('\n')}</ul></nav>\n`,
    `<main>\n<article id="article-${id}">\n<h1>Page ${id}</h1>\n`,
  ];
  const rest = aside.map((link) => `<p>${link}</p>`).join('\n');
  let length = parts.reduce((sum, part) => sum + part.length, rest.length + 200);
  for (let paragraph = 1; length < size || list.length > 0; paragraph++) {
    const link = list.pop();
    const text = [
      paragraph % 6 === 0 ? `<h2 class="section">${pick(words, dice)}</h2>\n` : '',
      `<div class="block block-${paragraph % 3}"><p class="text">${pick(sentences, dice)}`,
      length < size ? ` ${pick(sentences, dice)} <em>${pick(words, dice)}</em> ${pick(sentences, dice)}` : '',
      link === undefined ? '' : ` ${link}.`,
      '</p></div>\n',
    ].join('');
    parts.push(text);
    length += text.length;
  }
  parts.push(
    `</article>\n</main>\n<aside>${rest}</aside>\n<footer><p>Number ${id}</p></footer>\n</body>\n</html>\n`,
  );
  return served('text/html; charset=utf-8', parts.join(''), seed, id);
}

export function textPage({ seed, id, bytes }: PageOptions): WebPage {
  const dice = seededRandom(seed, id);
  const size = sizeOf(bytes, dice) / 4;
  let text = `Text ${id}\n`;
  while (text.length < size) text += `\n${pick(sentences, dice)}`;
  return served('text/plain; charset=utf-8', text, seed, id);
}

function sizeOf([smallest, largest]: readonly [number, number], dice: () => number): number {
  return smallest + Math.floor(dice() * (largest - smallest));
}

function served(type: string, body: string, seed: number, id: number): WebPage {
  return { headers: { 'content-type': type, etag: `"${seed}-${id}"` }, body };
}

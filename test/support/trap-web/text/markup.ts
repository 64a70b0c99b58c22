import type { Draft, PageLink } from '../section.ts';
import { type DiceKey, dice, headline, prose } from './prose.ts';

export function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}

export function link({ href, anchor }: PageLink): string {
  return `<a href="${escaped(href)}">${escaped(anchor)}</a>`;
}

export function linkList(links: readonly PageLink[]): string {
  return links.length === 0 ? '' : `<ul>${links.map((one) => `<li>${link(one)}</li>`).join('\n')}</ul>\n`;
}

/** Links in a line, as below a list. */
export function linkLine(links: readonly PageLink[]): string {
  return links.length === 0 ? '' : `<p>${links.map(link).join(' | ')}</p>\n`;
}

export function paragraphs(texts: readonly string[]): string {
  return texts.map((text) => `<p>${escaped(text)}</p>\n`).join('');
}

/** A page of prose under a headline, both made of `keys`. */
export function article(words: number, keys: readonly DiceKey[], links: readonly PageLink[] = []): Draft {
  const roll = dice(...keys);
  const title = headline(roll);
  return {
    title,
    main: `<h1>${escaped(title)}</h1>\n${paragraphs(prose(roll, words))}${linkList(links)}`,
  };
}

/** The headline of `article` of these keys. */
export function titleOf(...keys: readonly DiceKey[]): string {
  return headline(dice(...keys));
}

import type { WebPage } from '../web/web-server.ts';
import type { Draft, PageLink } from './section.ts';
import { escaped, linkList, paragraphs } from './text/markup.ts';
import { dice, prose, sentence } from './text/prose.ts';

export type Noise = 'stamp' | 'teaser';

export interface Layout {
  readonly siteName: string;
  /** Words that stand on every page of the host beside its navigation. */
  readonly boilerplate: number;
  /** What makes no two answers alike. `stamp`: how they were made, in numbers. `teaser`: a sentence about something else. */
  readonly noise?: Noise;
}

/** Puts what all pages of a host have in common around a page. */
export function laidOut(draft: Draft, layout: Layout, nav: readonly PageLink[], serial: number): WebPage {
  const { siteName } = layout;
  const head = `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${escaped(draft.title)}</title>\n</head>\n`;
  const body = draft.bare
    ? `<body>\n${draft.main}</body>\n`
    : `<body>\n<header><p>${siteName}</p></header>\n<nav>${linkList([{ href: '/', anchor: siteName }, ...nav])}</nav>\n<main>\n${draft.main}</main>\n<footer>${footer(layout)}${noiseOf(layout, serial)}</footer>\n</body>\n`;
  return {
    ...(draft.status === undefined ? {} : { status: draft.status }),
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `${head}${body}</html>\n`,
  };
}

function footer({ siteName, boilerplate }: Layout): string {
  return paragraphs(prose(dice('footer', siteName), boilerplate));
}

function noiseOf({ siteName, noise }: Layout, serial: number): string {
  if (noise === undefined) return '';
  const roll = dice('noise', siteName, serial);
  return noise === 'teaser'
    ? paragraphs([`Did you know? ${sentence(roll)}`])
    : `<p>Visitor number ${48_211 + serial}. Page made in 0.${roll.below(900) + 100} seconds.</p>\n`;
}

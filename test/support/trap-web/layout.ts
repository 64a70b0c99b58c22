import type { WebPage } from '../web-server.ts';
import { escaped, linkList, paragraphs } from './markup.ts';
import { dice, prose } from './prose.ts';
import type { Draft, PageLink } from './section.ts';

export interface Layout {
  readonly siteName: string;
  /** Words that stand on every page of the host beside its navigation. */
  readonly boilerplate: number;
  /** Every answer says when and for whom it was made, so that no two are alike. */
  readonly noise: boolean;
}

/** Puts what all pages of a host have in common around a page. */
export function laidOut(draft: Draft, layout: Layout, nav: readonly PageLink[], serial: number): WebPage {
  const { siteName } = layout;
  const head = `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${escaped(draft.title)}</title>\n</head>\n`;
  const body = draft.bare
    ? `<body>\n${draft.main}</body>\n`
    : `<body>\n<header><p>${siteName}</p></header>\n<nav>${linkList([{ href: '/', anchor: siteName }, ...nav])}</nav>\n<main>\n${draft.main}</main>\n<footer>${footer(layout)}${noise(layout, serial)}</footer>\n</body>\n`;
  return {
    ...(draft.status === undefined ? {} : { status: draft.status }),
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `${head}${body}</html>\n`,
  };
}

function footer({ siteName, boilerplate }: Layout): string {
  return paragraphs(prose(dice('footer', siteName), boilerplate));
}

function noise({ siteName, noise }: Layout, serial: number): string {
  if (!noise) return '';
  const roll = dice('noise', siteName, serial);
  return `<p>Visitor number ${48_211 + serial}. Page made in 0.${roll.below(900) + 100} seconds.</p>\n`;
}

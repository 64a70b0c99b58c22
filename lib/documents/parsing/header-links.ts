import { defined } from '../../base/defined.ts';
import { encodeBytes } from '../../base/url/percent.ts';
import type { MarkupLink } from '../html/markup.ts';
import { type Refresh, readRefresh } from '../html/meta-refresh.ts';
import { linksInHeader } from './link-header.ts';

/** Headers that link a page to others, as they came. */
export interface HeaderLinks {
  /** The `Link` header; absent: there is none. */
  readonly linkHeader?: string;
  /** The `Refresh` header; absent: there is none. */
  readonly refresh?: string;
  /** What a status 300 prefers of its choices; absent: nothing. */
  readonly location?: string;
}

/** Those of a response, to read its page. */
export function headerLinks({ linkHeader, refresh, location }: HeaderLinks): HeaderLinks {
  return defined({ linkHeader, refresh, location });
}

/** The `Refresh` header, which says what a meta refresh says (HTML, shared declarative refresh steps). */
export function headerRefresh({ refresh }: HeaderLinks): Refresh | undefined {
  return refresh === undefined ? undefined : readRefresh(encodeBytes(refresh));
}

/** All links of the head of an answer. */
export function linksOfHead(headers: HeaderLinks): readonly MarkupLink[] {
  const { linkHeader, location } = headers;
  const refresh = headerRefresh(headers);
  const inHead = { anchor: '', place: 'head' } as const;
  return [
    ...(linkHeader === undefined ? [] : linksInHeader(linkHeader)),
    ...(refresh === undefined
      ? []
      : [{ ...inHead, href: refresh.href, rel: [], element: 'refresh' } as const]),
    ...(location === undefined
      ? []
      : [{ ...inHead, href: encodeBytes(location), rel: ['alternate'], element: 'link' } as const]),
  ];
}

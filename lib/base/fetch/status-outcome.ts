import { canonicalise } from '../url/canonicalise.ts';
import type { UrlIdentity } from '../url/identity.ts';
import { encodeBytes } from '../url/percent.ts';
import type { CanonicalUrl } from '../url/url.ts';
import type { Outcome } from './outcome.ts';

/**
 * What a status says about the page.
 * - `page`: the body is the page. - `part`: the body is a part, usable if it begins at the start of the page.
 * - `moved`: the page is at another URL permanently. - `elsewhere`: it is at another URL for now.
 * - `not-modified`: the page has not changed. - `gone`: there is no page. - `forbidden`: there is one, not for this crawler.
 * - `unavailable`: there may be a page later. - `nonsense`: the status is not an answer to the request that was sent.
 */
export type StatusMeaning =
  | 'page'
  | 'part'
  | 'moved'
  | 'elsewhere'
  | 'not-modified'
  | 'gone'
  | 'forbidden'
  | 'unavailable'
  | 'nonsense';

export interface StatusRule {
  readonly from: number;
  readonly to: number;
  readonly meaning: StatusMeaning;
}

const rule = (from: number, to: number, meaning: StatusMeaning): StatusRule => ({ from, to, meaning });

/**
 * The meaning of every status; the first rule that contains it applies. An unknown status means the same as x00 of its
 * class, and one of 600 or more the same as 500 (RFC 9110 §15).
 */
export const statusRules: readonly StatusRule[] = [
  rule(204, 205, 'gone'),
  rule(206, 206, 'part'),
  rule(200, 299, 'page'),
  rule(301, 301, 'moved'),
  rule(304, 304, 'not-modified'),
  rule(302, 303, 'elsewhere'),
  rule(307, 307, 'elsewhere'),
  rule(308, 308, 'moved'),
  // No client is redirected by these (Fetch §2.2.6): a choice with a body, a proxy that no server may impose (§15.4.6) …
  rule(300, 399, 'page'),
  rule(401, 403, 'forbidden'),
  rule(407, 407, 'forbidden'),
  rule(408, 408, 'unavailable'),
  // The conditions of the request failed: the next request carries none.
  rule(412, 412, 'unavailable'),
  // Answers to Range and Expect, which no request carries.
  rule(416, 417, 'nonsense'),
  rule(421, 421, 'unavailable'),
  rule(425, 425, 'unavailable'),
  rule(429, 429, 'unavailable'),
  rule(451, 451, 'forbidden'),
  rule(400, 499, 'gone'),
  rule(500, Number.POSITIVE_INFINITY, 'unavailable'),
  rule(0, 199, 'nonsense'),
];

export function meaningOf(status: number): StatusMeaning {
  return statusRules.find(({ from, to }) => status >= from && status <= to)?.meaning ?? 'nonsense';
}

/** Whether a redirect is permanent: its URL should not be used any more. */
export function isPermanent(status: number): boolean {
  return meaningOf(status) === 'moved';
}

/** The request for a page. */
export interface Asking {
  /** Canonical URL of the page. */
  readonly url: CanonicalUrl;
  /** The spelling of the URL that was requested. */
  readonly spelling: CanonicalUrl;
  readonly identity: UrlIdentity;
  /** MD5 of the record of the page; present if the request carried validators. */
  readonly known?: string;
  /** Redirects in a row that led to this page. */
  readonly hops: number;
  /** The most redirects in a row that are followed. */
  readonly maxHops: number;
}

export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the outcome if the head of an answer decides it (RFC 9110 §15); undefined if the body has to be read, as that of a redirect to nowhere. */
export function outcomeOfStatus(answer: AnswerHead, asking: Asking): Outcome | undefined {
  const { status, headers } = answer;
  switch (meaningOf(status)) {
    case 'page':
      return undefined;
    case 'part':
      return partOf(headers)?.first === 0
        ? undefined
        : nonsense(status, 'a part of the page, which was not requested');
    case 'not-modified':
      return asking.known === undefined
        ? nonsense(status, 'the request was not conditional')
        : { kind: 'unchanged', md5: asking.known };
    case 'moved':
    case 'elsewhere':
      return headers.location === undefined ? undefined : redirection(answer, asking);
    case 'gone':
      return { kind: 'gone', status };
    case 'forbidden':
      return { kind: 'forbidden', status };
    case 'unavailable':
      return { kind: 'failed', reason: 'status', detail: `status ${status}`, status };
    case 'nonsense':
      return nonsense(status, 'not an answer to a GET');
  }
}

/** Whether an answer contains only the beginning of a page. */
export function isBeginning({ status, headers }: AnswerHead): boolean {
  if (meaningOf(status) !== 'part') return false;
  const part = partOf(headers);
  return part === undefined || part.last + 1 !== part.size;
}

/** Reads the byte range of a `Content-Range` (RFC 9110 §14.4); the size is undefined if the server does not know it. */
function partOf(
  headers: AnswerHead['headers'],
): { readonly first: number; readonly last: number; readonly size: number | undefined } | undefined {
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers['content-range'] ?? '') ?? [];
  if (first === undefined) return undefined;
  return { first: Number(first), last: Number(last), size: size === '*' ? undefined : Number(size) };
}

function nonsense(status: number, why: string): Outcome {
  return { kind: 'failed', reason: 'protocol', detail: `status ${status}: ${why}`, status };
}

function redirection({ status, headers }: AnswerHead, asking: Asking): Outcome {
  const location = locationOf(headers) ?? '';
  const target = asking.identity.canonicalise(location, asking.spelling);
  if (!target.ok) return nonsense(status, `Location is not a URL: ${location.slice(0, 200)}`);
  return redirectTo(target.url, status, asking);
}

/** The outcome of a redirect, unless it leads to itself or too many led to it. */
export function redirectTo(
  to: CanonicalUrl,
  status: number,
  { url, hops, maxHops }: Pick<Asking, 'url' | 'hops' | 'maxHops'>,
): Extract<Outcome, { kind: 'redirected' | 'failed' }> {
  if (to !== url && hops < maxHops) return { kind: 'redirected', status, to };
  const detail = to === url ? 'redirects to itself' : `${hops} redirects in a row led here`;
  return { kind: 'failed', reason: 'too-many-redirects', detail, status };
}

/** Returns the `Location` header. Its bytes beyond ASCII are percent-encoded without converting their charset. */
export function locationOf({ location }: AnswerHead['headers']): string | undefined {
  return location === undefined ? undefined : encodeBytes(location);
}

/**
 * Returns the target of a redirect, as clients resolve it; undefined if the answer is not a redirect.
 * @param url requested URL
 */
export function redirectTarget({ status, headers }: AnswerHead, url: CanonicalUrl): CanonicalUrl | undefined {
  const meaning = meaningOf(status);
  if (meaning !== 'moved' && meaning !== 'elsewhere' && status !== 300) return undefined;
  const location = locationOf(headers);
  const target = location === undefined ? undefined : canonicalise(location, url);
  return target?.ok === true ? target.url : undefined;
}

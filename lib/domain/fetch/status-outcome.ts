import { canonicalise } from '../url/canonicalise.ts';
import type { UrlIdentity } from '../url/identity.ts';
import { encodeBytes } from '../url/percent.ts';
import type { CanonicalUrl } from '../url/url.ts';
import type { Outcome } from './outcome.ts';

/**
 * What a status says of the page.
 * - `page`: there is one to be read. - `part`: there is one if the part begins where the page does.
 * - `moved`: it is somewhere else for good. - `elsewhere`: it is somewhere else for now. - `not-modified`: it is as it was.
 * - `gone`: there is none, or none for us. - `unavailable`: there may be one later.
 * - `nonsense`: no answer to what was asked.
 */
export type StatusMeaning =
  | 'page'
  | 'part'
  | 'moved'
  | 'elsewhere'
  | 'not-modified'
  | 'gone'
  | 'unavailable'
  | 'nonsense';

export interface StatusRule {
  readonly from: number;
  readonly to: number;
  readonly meaning: StatusMeaning;
}

const rule = (from: number, to: number, meaning: StatusMeaning): StatusRule => ({ from, to, meaning });

/**
 * What every status means, the first rule that has it. A status that nobody knows means what the first of its hundred
 * means, and one beyond the hundreds what 500 does (RFC 9110 §15).
 */
export const statusRules: readonly StatusRule[] = [
  rule(204, 205, 'gone'),
  rule(206, 206, 'part'),
  rule(200, 299, 'page'),
  rule(301, 301, 'moved'),
  rule(304, 304, 'not-modified'),
  // A proxy, which no server may impose (§15.4.6), and a number that has no meaning any more.
  rule(305, 306, 'nonsense'),
  rule(308, 308, 'moved'),
  rule(300, 399, 'elsewhere'),
  rule(408, 408, 'unavailable'),
  // The conditions do not hold: they are not sent again.
  rule(412, 412, 'unavailable'),
  // Neither Range nor Expect was sent.
  rule(416, 417, 'nonsense'),
  rule(421, 421, 'unavailable'),
  rule(425, 425, 'unavailable'),
  rule(429, 429, 'unavailable'),
  rule(400, 499, 'gone'),
  rule(500, Number.POSITIVE_INFINITY, 'unavailable'),
  rule(0, 199, 'nonsense'),
];

export function meaningOf(status: number): StatusMeaning {
  return statusRules.find(({ from, to }) => status >= from && status <= to)?.meaning ?? 'nonsense';
}

/** Whether a redirect says that its URL is not to be used any more. */
export function isPermanent(status: number): boolean {
  return meaningOf(status) === 'moved';
}

/** How a page was asked for. */
export interface Asking {
  /** The page. */
  readonly url: CanonicalUrl;
  /** The spelling of it that was asked for. */
  readonly spelling: CanonicalUrl;
  readonly identity: UrlIdentity;
  /** The record that the page led to before; conditions were sent. */
  readonly known?: string;
  /** Redirects in a row that led here, and how many may. */
  readonly hops: number;
  readonly maxHops: number;
}

export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The outcome where the head of an answer decides it (RFC 9110 §15); undefined for a page that is to be read. */
export function outcomeOfStatus(answer: AnswerHead, asking: Asking): Outcome | undefined {
  const { status, headers } = answer;
  switch (meaningOf(status)) {
    case 'page':
      return undefined;
    case 'part':
      return partOf(headers)?.first === 0 ? undefined : nonsense(status, 'a part that nobody asked for');
    case 'not-modified':
      return asking.known === undefined
        ? nonsense(status, 'without having been asked whether it was')
        : { kind: 'unchanged', md5: asking.known };
    case 'moved':
    case 'elsewhere':
      return redirection(answer, asking);
    case 'gone':
      return { kind: 'gone', status };
    case 'unavailable':
      return { kind: 'failed', reason: 'status', detail: `status ${status}`, status };
    case 'nonsense':
      return nonsense(status, 'is no answer to a GET');
  }
}

/** Whether an answer has only the beginning of a page. */
export function isBeginning({ status, headers }: AnswerHead): boolean {
  if (meaningOf(status) !== 'part') return false;
  const part = partOf(headers);
  return part === undefined || part.last + 1 !== part.size;
}

/** Byte range of a `Content-Range` (RFC 9110 §14.4); the size is undefined when the server does not know it. */
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
  const { url, hops, maxHops } = asking;
  const location = locationOf(headers);
  if (location === undefined) return nonsense(status, 'without Location');
  const target = asking.identity.canonicalise(location, asking.spelling);
  if (!target.ok) return nonsense(status, `Location is not a URL: ${location.slice(0, 200)}`);
  if (target.url === url || hops >= maxHops) {
    const detail = target.url === url ? 'redirects to itself' : `${hops} in a row led here`;
    return { kind: 'failed', reason: 'too-many-redirects', detail, status };
  }
  return { kind: 'redirected', status, to: target.url };
}

/** `Location` as written. Headers are bytes: what is not ASCII in it is percent-encoded as it came, mostly UTF-8. */
export function locationOf({ location }: AnswerHead['headers']): string | undefined {
  return location === undefined ? undefined : encodeBytes(location);
}

/** Where an answer leads, as clients read it; undefined for one that leads nowhere. @param url that was asked for */
export function redirectTarget({ status, headers }: AnswerHead, url: CanonicalUrl): CanonicalUrl | undefined {
  const meaning = meaningOf(status);
  if (meaning !== 'moved' && meaning !== 'elsewhere') return undefined;
  const location = locationOf(headers);
  const target = location === undefined ? undefined : canonicalise(location, url);
  return target?.ok === true ? target.url : undefined;
}

import { bestClassIn } from '../../topic/judge.ts';
import type { Visit } from '../frontier/entry.ts';

/** Conditions that make visited pages of a host due. A page must meet all conditions that are given. */
export interface RevisitMark {
  /** The page was last checked before this time, epoch ms. */
  readonly before: number;
  /** The URL begins with this text. */
  readonly prefix?: string;
  /** The best topic class of the page is this class or one below it. */
  readonly class?: string;
  /** The page leads to this record. */
  readonly md5?: string;
  /** The last visit had this class of outcome. */
  readonly status?: string;
  /** Not a condition: the pages are requested without validators, and missing raw documents are stored again. */
  readonly unconditional?: true;
  /** Not a condition: so many pages of the host at most; absent: all that are meant. */
  readonly most?: number;
}

/** Whether a mark has no condition but `before`: then it can be applied without examining each page. */
export function isPlain({
  prefix,
  class: topicClass,
  md5,
  status,
  unconditional,
  most,
}: RevisitMark): boolean {
  return (prefix ?? topicClass ?? md5 ?? status ?? unconditional ?? most) === undefined;
}

/**
 * Whether a page meets all conditions of a mark.
 * @param isWithin whether a topic class equals another or is below it
 */
export function isMarked(
  mark: RevisitMark,
  { at, url, detail, md5, outcome }: Visit,
  isWithin: (id: string, above: string) => boolean,
): boolean {
  if (at >= mark.before) return false;
  if (mark.prefix !== undefined && !url.startsWith(mark.prefix)) return false;
  if (mark.md5 !== undefined && md5 !== mark.md5) return false;
  if (mark.status !== undefined && outcome !== mark.status) return false;
  if (mark.class === undefined) return true;
  const best = bestClassIn(detail);
  return best !== undefined && isWithin(best, mark.class);
}

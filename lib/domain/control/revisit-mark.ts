import type { Visit } from '../frontier/entry.ts';
import { bestClassIn } from '../topic/describe-verdict.ts';

/** Which of a host's pages are to be visited again: all conditions that are given must hold. */
export interface RevisitMark {
  /** Last checked before this, epoch ms. */
  readonly before: number;
  /** What the URL begins with. */
  readonly prefix?: string;
  /** The best topic class, or one above it. */
  readonly class?: string;
  /** The record that it leads to. */
  readonly md5?: string;
  /** The class of outcome of its last visit. */
  readonly status?: string;
  /** They are asked for without validators, and their raw documents are stored again where these are missing. */
  readonly unconditional?: true;
}

/** Whether a mark makes all pages of an age due, and nothing else: then none of them has to be looked at. */
export function isPlain({ prefix, class: topicClass, md5, status, unconditional }: RevisitMark): boolean {
  return (prefix ?? topicClass ?? md5 ?? status ?? unconditional) === undefined;
}

/** Whether a mark is about a page. @param isWithin whether a topic class is another, or below it */
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

import { WinnowError } from '../base/error.ts';
import { joinObjects } from '../base/join-objects.ts';
import { jsonLine } from '../base/json-line.ts';
import type { CanonicalUrl, HostName } from '../url/url.ts';
import type { ListedLink } from './link.ts';

/** One parsed page's out-links, as the link log keeps them for ever. One JSON line each. */
export interface LinkLine {
  readonly v: 1;
  readonly url: CanonicalUrl;
  readonly host: HostName;
  readonly turn: number;
  readonly depth: number;
  /** Redirects in a row that led to the page; absent: none. */
  readonly hops?: number;
  /** Links from host to host, from the nearest host of a seed to the page's; absent: none. */
  readonly hostHops?: number;
  /** Epoch ms: when these links were seen. */
  readonly at: number;
  /** How the page's visit ended. */
  readonly outcome: string;
  /** Of a redirect, that is why there is this link; 200: the page names its target as its canonical URL. */
  readonly status?: number;
  /** Of a sitemap, or a redirect to one: how many indexes led there. */
  readonly level?: number;
  /** Points of the topic filter, and the class that most of them are for; absent when the job has no topic. */
  readonly score?: number;
  readonly best?: string;
  /** From 0 to 1, where relevance orders the frontier: how relevant the page is; of a redirect, what its URL was worth. */
  readonly relevance?: number;
  /** With it: pages in a row that were off topic, this one the last of them. */
  readonly tunnelDepth?: number;
  /** Links to the page's own host are already in its frontier (false: the recycler is to take them too). */
  readonly ownAdmitted: boolean;
  /** The recycler is to pass them over: nofollow, or a duplicate whose targets are known. */
  readonly skip?: boolean;
  /** The page's host has yet to prove itself: a link that only such hosts have is unproven. */
  readonly unproven?: true;
  readonly links: readonly ListedLink[];
}

/** Under this name the tunnel depth has been stored since the first version. */
type StoredLine = Omit<LinkLine, 'tunnelDepth'> & { readonly strayed?: number };

/** @param links JSON of its links, which are not written again */
export function encodeLinkLine(line: Omit<LinkLine, 'links'>, links: string): string {
  const { tunnelDepth: strayed, ...rest } = line;
  const stored = JSON.stringify({ ...rest, ...(strayed === undefined ? {} : { strayed }) });
  return jsonLine(joinObjects(stored, `{"links":${links}}`));
}

/** @throws WinnowError `corrupt` or `newer`, naming the line */
export function* decodeLinkLines(text: string): Generator<LinkLine> {
  let number = 0;
  for (const raw of text.split('\n')) {
    number += 1;
    if (raw === '') continue;
    let line: StoredLine;
    try {
      line = JSON.parse(raw) as StoredLine;
    } catch (cause) {
      throw new WinnowError('corrupt', `line ${number} of a link segment is not JSON`, { cause });
    }
    if (line.v !== 1)
      throw new WinnowError('newer', `a link segment has version ${line.v}; this Winnow reads 1`);
    const { strayed: tunnelDepth, ...rest } = line;
    yield tunnelDepth === undefined ? rest : { ...rest, tunnelDepth };
  }
}

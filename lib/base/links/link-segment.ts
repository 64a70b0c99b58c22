import { defined } from '../defined.ts';
import { otherVersion, WinnowError } from '../error.ts';
import { jsonLine } from '../json-line.ts';
import { type Line, type TextOrBytes, textOf } from '../line.ts';
import type { CanonicalUrl, HostName } from '../url/url.ts';
import type { ListedLink } from './link.ts';

/** What is kept of a page that is stored nowhere else, for those who learn what words mean in the field of a job. */
export interface SampledPage {
  readonly md5: string;
  readonly title: string;
  /** Words of its text in their own order, with repetitions: nobody can read them. */
  readonly words: string;
  /** The language that it declares. */
  readonly language?: string;
}

/** The out-links of one parsed page: one JSON line of the link log, which is kept for ever. */
export interface LinkLine {
  readonly v: 1;
  readonly url: CanonicalUrl;
  readonly host: HostName;
  readonly turn: number;
  readonly depth: number;
  /** Redirects in a row that led to the page; absent: none. */
  readonly hops?: number;
  /** Links from host to host, from the nearest host of a seed to the host of the page; absent: none. */
  readonly hostHops?: number;
  /** Epoch ms: when these links were seen. */
  readonly at: number;
  /** Kind of outcome of the page's visit. */
  readonly outcome: string;
  /** Status of the redirect to which the link belongs; 200: the page declares the target as its canonical URL. */
  readonly status?: number;
  /** Of a sitemap, or a redirect to one: number of nested indexes that led there. */
  readonly level?: number;
  /** Score of the topic, and its best class; absent if the job has no topic. */
  readonly score?: number;
  readonly best?: string;
  /**
   * Present if relevance orders the frontier: relevance of the page, from 0 to 1; of a redirect, the relevance that its
   * URL was given.
   */
  readonly relevance?: number;
  /** Present with `relevance`: off-topic pages in a row, with this page as the last. */
  readonly tunnelDepth?: number;
  /** Whether links to the page's own host are in its frontier already (false: the recycler takes them too). */
  readonly ownAdmitted: boolean;
  /** The recycler skips these links: nofollow, or a duplicate whose targets are known. */
  readonly skip?: boolean;
  /** The page's host is not proven: a link that only such hosts have is unproven. */
  readonly unproven?: true;
  /** Of an off-topic page that is in the sample of its job. */
  readonly sample?: SampledPage;
  readonly links: readonly ListedLink[];
}

/** The stored form: the tunnel depth is stored as `strayed` since the first version. */
type StoredLine = Omit<LinkLine, 'tunnelDepth'> & { readonly strayed?: number };

/** Encodes a line. @param links JSON array of the links on one line (`jsonLine`), which is taken as it is */
export function encodeLinkLine(line: Omit<LinkLine, 'links'>, links: TextOrBytes): Line {
  const { tunnelDepth: strayed, unproven, ...rest } = line;
  // The mark comes last: `asProven`.
  const stored = JSON.stringify({ ...rest, ...defined({ strayed, unproven }) });
  return [`${jsonLine(stored).slice(0, -1)},"links":`, links, '}'];
}

/** Ends the id of a segment with such a page, so that whoever wants those need not read all. */
export const sampleMark = '-s';

/** Whether an encoded line has a sampled page: a URL before it has no quotation mark. */
export function hasSample(encoded: Line): boolean {
  const [head] = typeof encoded === 'string' ? [encoded] : encoded;
  return textOf(head as TextOrBytes).includes(',"sample":{');
}

/** An encoded line of a host that has proved itself since. */
export function asProven(encoded: Line): Line {
  const [head, ...links] = typeof encoded === 'string' ? [encoded] : encoded;
  return [textOf(head as TextOrBytes).replace(/,"unproven":true(?=,"links":)/, ''), ...links];
}

/** @throws WinnowError `corrupt` or `newer`, naming the line */
export function* decodeLinkLines(text: string): Generator<LinkLine> {
  let number = 0;
  for (const raw of text.split('\n')) {
    number += 1;
    if (raw !== '') yield decodeLinkLine(raw, number);
  }
}

/** @param number of the line in its segment, for messages */
export function decodeLinkLine(raw: string, number: number): LinkLine {
  let line: StoredLine;
  try {
    line = JSON.parse(raw) as StoredLine;
  } catch (cause) {
    throw new WinnowError('corrupt', `line ${number} of a link segment is not JSON`, { cause });
  }
  if (line.v !== 1) throw otherVersion('a link segment', line.v, 1);
  if (line.strayed === undefined) return line;
  const { strayed: tunnelDepth, ...rest } = line;
  return { ...rest, tunnelDepth };
}

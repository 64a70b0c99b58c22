import { hash } from 'node:crypto';
import { maxPassed, textPass } from '../../base/bytes/text-pass.ts';
import { defined } from '../../base/defined.ts';
import { jsonLine } from '../../base/json-line.ts';
import { decodeMinHashes, type MinHashes } from '../../base/likeness/min-hashes.ts';
import type { TextSketch } from '../../base/likeness/text-sketch.ts';
import type { TextOrBytes } from '../../base/line.ts';
import type { Link } from '../../base/links/link.ts';
import type { SampledPage } from '../../base/links/link-segment.ts';
import { defaultLinkSettings, isFollowed, type LinkSettings } from '../../base/links/link-settings.ts';
import type { PageContent } from '../../base/page/page-content.ts';
import type { TopicVerdict } from '../../base/page/topic-verdict.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { ReadResult } from './page.ts';
import type { PageEvidence } from './page-evidence.ts';

/**
 * The content of a page as it is stored and passed on: what a crawl decides by, and the rest as the JSON that ends
 * in records and link lines. Written once, on the thread that read the page: objects of a hundred links cost more
 * to hand to another thread than to write.
 */
export interface WrittenContent
  extends Pick<
    PageContent,
    'md5' | 'digest' | 'mediaType' | 'title' | 'robots' | 'canonical' | 'needsScripts'
  > {
  /** In short (`inShort`): the rest has it in full. */
  readonly topic?: TopicVerdict;
  /** What it leads to, each URL once, in the order in which they first occur: links that are followed (`isFollowed`). */
  readonly targets: readonly CanonicalUrl[];
  /** The scores of links to these targets, in the same order; absent when links were not judged. */
  readonly scores?: readonly (number | undefined)[];
  /** `targetsDigest` of its targets. */
  readonly targetsDigest: string;
  /** Link instances. */
  readonly linkCount: number;
  /** What the page says, for telling whether another says the same; absent when nobody wanted it. */
  readonly sketch?: TextSketch;
  /** Of an off-topic page; absent when it is not in the sample. */
  readonly sample?: SampledPage;
  /** Of its text; absent when nobody wanted them, or the text says too little. */
  readonly minHashes?: MinHashes;
  /** What tells that the page may stand in for another; absent: nothing does. */
  readonly evidence?: PageEvidence;
  /** The ids of the content blocks of its links, as they were read; absent when nobody wanted them. */
  readonly contentBlocks?: string;
  /** Where an instant refresh leads. */
  readonly movesTo?: CanonicalUrl;
  /** JSON of its links (`readonly Link[]`), on one line (`jsonLine`). */
  readonly links: string;
  /** JSON of everything else that a record says of its content, on one line. */
  readonly rest: string;
}

/** The same where it waits to be stored: its texts may be in UTF-8, in memory that its turn uses again. */
export interface KeptContent extends Omit<WrittenContent, 'links' | 'rest'> {
  readonly links: TextOrBytes;
  readonly rest: TextOrBytes;
}

/** What of a page waits for the commit of its turn: the less, the less work for the garbage collector. */
export type StoredContent = Pick<
  KeptContent,
  'title' | 'mediaType' | 'targetsDigest' | 'minHashes' | 'links' | 'rest'
>;

export function storedContent(content: StoredContent): StoredContent {
  const { title, mediaType, targetsDigest, minHashes, links, rest } = content;
  return { title, mediaType, targetsDigest, links, rest, ...defined({ minHashes }) };
}

export type WrittenPage =
  | (Omit<
      Extract<ReadResult, { kind: 'page' }>,
      'content' | 'sketch' | 'sample' | 'movesTo' | 'evidence' | 'contentBlocks'
    > & {
      readonly content: WrittenContent;
      /** The ids of plug-ins that failed, one for each time; absent when none did. */
      readonly failedPlugins?: readonly string[];
    })
  /** Whether it is on topic hangs on a plug-in that failed. */
  | { readonly kind: 'undecided'; readonly detail: string; readonly failedPlugins: readonly string[] }
  | Exclude<ReadResult, { kind: 'page' }>;

export function writtenContent(
  content: PageContent,
  sketch?: TextSketch,
  policy: LinkSettings = defaultLinkSettings,
): WrittenContent {
  const { robots, links, ...rest } = content;
  const { md5, digest, mediaType, title } = rest;
  const followed = links.filter(({ rel }) => isFollowed(policy, rel));
  const targets = [...new Set(followed.map((link) => link.url))];
  return {
    md5,
    digest,
    mediaType,
    title,
    robots,
    ...(content.topic === undefined ? {} : { topic: inShort(content.topic) }),
    ...defined({ canonical: content.canonical, needsScripts: content.needsScripts }),
    targets,
    ...scoresOf(targets, followed),
    targetsDigest: targetsDigest(targets),
    linkCount: links.length,
    ...(sketch === undefined ? {} : { sketch }),
    ...(content.minHashes === undefined ? {} : { minHashes: decodeMinHashes(content.minHashes) }),
    links: jsonLine(JSON.stringify(links)),
    rest: jsonWithText(rest),
  };
}

/** Each URL is scored where it first stands. */
function scoresOf(targets: readonly CanonicalUrl[], links: readonly Link[]): Pick<WrittenContent, 'scores'> {
  const scores = new Map<CanonicalUrl, number>();
  for (const { url, score } of links) if (score !== undefined) scores.set(url, score);
  return scores.size === 0 ? {} : { scores: targets.map((url) => scores.get(url)) };
}

/** `jsonLine(JSON.stringify(text))`, by the pass that the MD5 of the text has made already. */
export function textJson(text: string): string {
  return text.length <= maxPassed && text.isWellFormed()
    ? `"${textPass(text).json()}"`
    : jsonLine(JSON.stringify(text));
}

/** `jsonLine(JSON.stringify(value))` of an object whose `text` may be long. */
export function jsonWithText(value: { readonly text: string }): string {
  const before: Record<string, unknown> = {};
  const behind: Record<string, unknown> = {};
  let to = before;
  for (const [name, field] of Object.entries(value)) {
    if (name === 'text') to = behind;
    else to[name] = field;
  }
  const [first, second] = [inner(before), inner(behind)];
  const text = `"text":${textJson(value.text)}`;
  return `{${first}${first === '' ? '' : ','}${text}${second === '' ? '' : ','}${second}}`;
}

function inner(value: object): string {
  return jsonLine(JSON.stringify(value)).slice(1, -1);
}

/**
 * Returns 16 hex digits that are equal for pages with links to the same set of URLs.
 * @param targets URLs without duplicates
 */
function targetsDigest(targets: readonly CanonicalUrl[]): string {
  return hash('sha256', targets.toSorted().join('\n'), 'hex').slice(0, 16);
}

/** Classes, and terms for each, that a verdict in short has. */
const shortList = 3;

/** A verdict without all but its best classes and what speaks most for them: what a crawl decides by. */
export function inShort(verdict: TopicVerdict): TopicVerdict {
  const classes = verdict.classes.slice(0, shortList).map((one) => ({
    ...one,
    evidence: one.evidence.slice(0, shortList),
  }));
  return { ...verdict, classes };
}

import { shortHashOf } from '../../base/bytes/hash.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { urlPattern } from '../../base/url/url-pattern.ts';
import { type HostBody, type PartCodec, stateIn } from '../../domain/frontier/body.ts';
import type { PageEvidence } from '../../domain/reading/page-evidence.ts';
import type { StandIn } from './stand-in.ts';

/** Hashes of a few URLs that answer with the same words, and of their patterns. */
type SameAnswer = Map<number, number>;

/** Short answers of a host by what they say, those met last at the end. */
type SameAnswers = Map<number, SameAnswer>;

/** Answers that are remembered, and URLs of each. */
const most = { answers: 24, urls: 5 } as const;
/** URLs of other patterns with the same few words by which a page is told that nothing else tells. */
const fewestUnlike = 4;

const sameAnswers: PartCodec<SameAnswers> = {
  name: 'stand-ins',
  version: 1,
  empty: () => new Map(),
  encode: (answers) =>
    answers.size === 0 ? undefined : [...answers].map(([likeness, urls]) => [likeness, ...[...urls].flat()]),
  decode: (stored) => new Map((stored as unknown as readonly (readonly number[])[]).map(decodeAnswer)),
  shed: (answers) => answers.clear(),
};

function decodeAnswer([likeness = 0, ...hashes]: readonly number[]): [number, SameAnswer] {
  const pairs = hashes.flatMap((url, i) => (i % 2 === 0 ? [[url, hashes[i + 1] ?? 0] as const] : []));
  return [likeness, new Map(pairs)];
}

/** What a page stands in for, by what it shows itself and by what other URLs of its host answered; undefined: nothing. */
export function standInOf(
  { parts }: Pick<HostBody, 'parts'>,
  { seems, by, isEnough, isNamed, isBare, likeness }: PageEvidence,
  { url, hops }: { readonly url: CanonicalUrl; readonly hops: number },
): StandIn | undefined {
  if (isNamed && hops === 0) return undefined;
  if (seems !== undefined && isEnough) return { kind: seems, by };
  const same = likeness === undefined ? undefined : stateIn(parts, sameAnswers).get(likeness);
  const others = [...(same ?? [])].filter(([hash]) => hash !== shortHashOf(url));
  if (others.length === 0) return undefined;
  const like = `the same words under ${others.length === 1 ? 'another URL' : `${others.length} other URLs`}`;
  if (seems !== undefined) return { kind: seems, by: [...by, like] };
  const unlike = new Set([...others.map(([, pattern]) => pattern), patternOf(url)]).size - 1;
  return isBare && unlike >= fewestUnlike ? { kind: 'not-found', by: ['little text', like] } : undefined;
}

/** Remembers what a URL answered. */
export function enterAnswer(
  { parts }: Pick<HostBody, 'parts'>,
  { likeness }: PageEvidence,
  url: CanonicalUrl,
): void {
  if (likeness === undefined) return;
  const answers = stateIn(parts, sameAnswers);
  const urls: SameAnswer = answers.get(likeness) ?? new Map();
  answers.delete(likeness);
  answers.set(likeness, urls);
  const pattern = patternOf(url);
  const isNew = ![...urls.values()].includes(pattern);
  if (urls.size < (isNew ? most.urls : 2)) urls.set(shortHashOf(url), pattern);
  for (const oldest of answers.keys()) {
    if (answers.size <= most.answers) break;
    answers.delete(oldest);
  }
}

function patternOf(url: CanonicalUrl): number {
  return shortHashOf(urlPattern(url).regions.at(-1) ?? '');
}

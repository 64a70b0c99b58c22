import { gunzipSync, gzipSync } from 'node:zlib';
import { WinnowError } from '../../base/error.ts';
import type { SampledPage } from '../../base/links/link-segment.ts';
import { readStoredObject } from '../../base/stored-json.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { GraphStore } from '../../ports/graphs.ts';

/** A page of the sample of a job. */
export interface SampledText extends SampledPage {
  readonly url: CanonicalUrl;
  /** How relevant the page was found, 0 to 1; absent: nobody knows. */
  readonly relevance?: number;
}

/** What a latent space is made of, as far as it was read. */
export interface LatentSample {
  readonly v: 1;
  /** Every segment of the link log up to this id was read; absent: none. */
  readonly after?: string;
  /** Later segments that were read. */
  readonly recent: readonly string[];
  readonly kept: readonly SampledText[];
  readonly offTopic: readonly SampledText[];
}

/** Pages of each kind that a sample has at most. */
export const mostSampled = 2_000;

const name = 'latent-sample';
const noSample: LatentSample = { v: 1, recent: [], kept: [], offTopic: [] };

/** A sample that is lost, damaged or of another version is gathered anew. */
export async function readSample(graphs: GraphStore, job: string): Promise<LatentSample> {
  const bytes = await graphs.read(job, name);
  const stored = bytes && readStoredObject<LatentSample>(unpacked(bytes));
  const isWhole = stored?.v === 1 && [stored.recent, stored.kept, stored.offTopic].every(Array.isArray);
  return isWhole ? stored : noSample;
}

export async function putSample(graphs: GraphStore, job: string, sample: LatentSample): Promise<void> {
  await graphs.put(job, name, gzipSync(JSON.stringify(sample)));
}

function unpacked(bytes: Uint8Array): string {
  try {
    return gunzipSync(bytes).toString();
  } catch (error) {
    if (error instanceof WinnowError) throw error;
    return '';
  }
}

/**
 * The texts with the smallest MD5, of those that are added: the same, in whatever order they come. What two URLs lead to is one
 * text, of the first URL.
 */
export function smallestTexts(most: number, given: Iterable<SampledText> = []) {
  let texts = new Map<string, SampledText>();
  const cut = (): readonly SampledText[] => {
    const first = [...texts.values()].sort((a, b) => (a.md5 < b.md5 ? -1 : 1)).slice(0, most);
    texts = new Map(first.map((text) => [text.md5, text]));
    return first;
  };
  const add = (text: SampledText): void => {
    const before = texts.get(text.md5);
    if (before !== undefined && before.url <= text.url) return;
    texts.set(text.md5, text);
    if (texts.size > 2 * most) cut();
  };
  for (const text of given) add(text);
  return { add, smallest: cut };
}

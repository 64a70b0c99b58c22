import type { TextSketch } from '../../base/likeness/text-sketch.ts';
import type { HostName } from '../../base/url/url.ts';

/** What the first page of a host looks like. */
export interface HostSketch {
  readonly host: HostName;
  readonly sketch: string;
}

/** Hashes of a page that are kept, and of how many bytes each: eight of them fit into an item of 1 KB. */
const kept = 16;
const hashBytes = 3;

/** Pages that have so much of what they say in common are one page under another name. */
const alike = 0.6;

/** The smallest hashes of what a page says, ascending: enough to tell how much two pages have in common. */
export function hostSketch({ words }: Pick<TextSketch, 'words'>): string {
  const smallest = [...new Set(words.map((hash) => hash >>> (32 - 8 * hashBytes)))]
    .sort((a, b) => a - b)
    .slice(0, kept);
  const bytes = Buffer.alloc(smallest.length * hashBytes);
  for (const [i, hash] of smallest.entries()) bytes.writeUIntBE(hash, i * hashBytes, hashBytes);
  return bytes.toString('base64url');
}

/**
 * Whether two pages say the same: the share of the smallest hashes of both together that both have (Broder, On the
 * resemblance and containment of documents, 1997). Two that say nothing do.
 */
export function isAlike(a: string, b: string): boolean {
  if (a === b) return true;
  const [first, second] = [hashesOf(a), hashesOf(b)];
  const union = [...new Set([...first, ...second])].sort((x, y) => x - y).slice(0, kept);
  const common = union.filter((hash) => first.has(hash) && second.has(hash)).length;
  return common >= alike * union.length;
}

function hashesOf(sketch: string): ReadonlySet<number> {
  const bytes = Buffer.from(sketch, 'base64url');
  const hashes = new Set<number>();
  for (let at = 0; at + hashBytes <= bytes.length; at += hashBytes)
    hashes.add(bytes.readUIntBE(at, hashBytes));
  return hashes;
}

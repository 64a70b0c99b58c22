import { decodeLinkLines, type LinkLine } from '../../domain/links/link-segment.ts';
import type { Ports } from '../../ports/ports.ts';

/** A part of a segment: some links of one page, in order. */
export interface LinkChunk {
  readonly id: string;
  /** The page with these links only; absent for a segment that is empty, missing or unreadable. */
  readonly line?: LinkLine;
  /** Whether it has the first links of the page, and the last. */
  readonly begins?: boolean;
  readonly ends?: boolean;
  /** The number of links of the segment up to the end of this part. */
  readonly links: number;
  /** Whether this is the last part of the segment. */
  readonly isLast: boolean;
  /** The segment was registered and not put (yet). */
  readonly isMissing?: true;
  /** Why the segment cannot be read. */
  readonly error?: unknown;
}

export interface ReadOptions {
  /** The number of links to skip in the segment `id`. */
  readonly from?: { readonly id: string; readonly links: number } | undefined;
}

/** Segments that are read side by side; each may have all links of a large sitemap. */
const segmentsAtOnce = 4;
/** Links per part, after which the caller checks its limits. */
const chunkLinks = 1_000;

/** The links of some segments of a job, in order, in small parts. A segment that cannot be read does not stop the others. */
export async function* readLinks(
  { links }: Pick<Ports, 'links'>,
  job: string,
  ids: readonly string[],
  { from }: ReadOptions = {},
): AsyncGenerator<LinkChunk> {
  for (let start = 0; start < ids.length; start += segmentsAtOnce) {
    const some = ids.slice(start, start + segmentsAtOnce);
    const read = some.map(async (id) => {
      try {
        return { id, bytes: await links.read(job, id) };
      } catch (error) {
        return { id, error };
      }
    });
    for (const { id, bytes, error } of await Promise.all(read)) {
      if (error !== undefined) yield { id, links: 0, isLast: true, error };
      else if (bytes === undefined) yield { id, links: 0, isLast: true, isMissing: true };
      else yield* chunksOf(id, bytes, from?.id === id ? from.links : 0);
    }
  }
}

function* chunksOf(id: string, bytes: Uint8Array, from: number): Generator<LinkChunk> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  let links = 0;
  let waiting: Omit<LinkChunk, 'isLast'> = { id, links };
  try {
    for (const line of decodeLinkLines(text)) {
      const { length } = line.links;
      if (length > 0 && links + length <= from) {
        links += length;
        continue;
      }
      for (let start = Math.max(0, from - links); start === 0 || start < length; start += chunkLinks) {
        if (waiting.line !== undefined) yield { ...waiting, isLast: false };
        const end = Math.min(length, start + chunkLinks);
        waiting = {
          ...{ id, links: links + end, begins: start === 0, ends: end === length },
          line: length <= chunkLinks && start === 0 ? line : { ...line, links: line.links.slice(start, end) },
        };
      }
      links += length;
    }
  } catch (error) {
    if (waiting.line !== undefined) yield { ...waiting, isLast: false };
    yield { id, links, isLast: true, error };
    return;
  }
  yield { ...waiting, isLast: true };
}

import type { LinkLine } from '../../base/links/link-segment.ts';
import { skimLinkLines, type Unwanted } from '../../base/links/skim-link-lines.ts';
import type { Ports } from '../../ports/ports.ts';

/** A part of a segment: some links of one page, in order. */
export interface LinkChunk {
  readonly id: string;
  /** The page with the wanted ones of these links; absent for a segment that is empty, missing or unreadable. */
  readonly line?: LinkLine;
  /** The number of these links, unwanted ones included. */
  readonly count?: number;
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
  /** Links that the caller has no use for, by the page without its links; absent: there are none. */
  readonly unwanted?: ((line: LinkLine) => Unwanted) | undefined;
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
  { from, unwanted = () => ({}) }: ReadOptions = {},
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
      else yield* chunksOf(id, bytes, from?.id === id ? from.links : 0, unwanted);
    }
  }
}

function* chunksOf(
  id: string,
  bytes: Uint8Array,
  from: number,
  unwanted: (line: LinkLine) => Unwanted,
): Generator<LinkChunk> {
  let links = 0;
  let waiting: Omit<LinkChunk, 'isLast'> = { id, links };
  try {
    // Lines that are cut into parts have all their links.
    for (const { line, count } of skimLinkLines(bytes, chunkLinks, unwanted)) {
      if (count > 0 && links + count <= from) {
        links += count;
        continue;
      }
      for (
        let start = count <= chunkLinks ? 0 : Math.max(0, from - links);
        start === 0 || start < count;
        start += chunkLinks
      ) {
        if (waiting.line !== undefined) yield { ...waiting, isLast: false };
        const end = Math.min(count, start + chunkLinks);
        waiting = {
          ...{ id, links: links + end, count: end - start, begins: start === 0, ends: end === count },
          line: count <= chunkLinks ? line : { ...line, links: line.links.slice(start, end) },
        };
      }
      links += count;
    }
  } catch (error) {
    if (waiting.line !== undefined) yield { ...waiting, isLast: false };
    yield { id, links, isLast: true, error };
    return;
  }
  yield { ...waiting, isLast: true };
}

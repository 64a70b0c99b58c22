import { decodeLinkLines, type LinkLine } from '../../domain/links/link-segment.ts';
import type { Ports } from '../../ports/ports.ts';

/** A part of a segment: some links of one page, in their order. */
export interface LinkChunk {
  readonly id: string;
  /** The page, with these links alone; absent of a segment that is empty, is not there or cannot be read. */
  readonly line?: LinkLine;
  /** Its first links, and its last ones. */
  readonly begins?: boolean;
  readonly ends?: boolean;
  /** Links of the segment up to the end of this part. */
  readonly links: number;
  /** Nothing of the segment comes after it. */
  readonly isLast: boolean;
  /** The segment was registered and has not been put (yet). */
  readonly isMissing?: true;
  /** Why it cannot be read. */
  readonly error?: unknown;
}

export interface ReadOptions {
  /** Of the segment `id`, links that are passed over. */
  readonly from?: { readonly id: string; readonly links: number } | undefined;
}

/** Read side by side: each may hold all of a large sitemap. */
const segmentsAtOnce = 4;
/** Links that are looked at before anybody asks whether it is enough. */
const chunkLinks = 1_000;

/** The links of some segments of a job, in their order, in small parts. One that cannot be read holds up no other. */
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

import { unframeChunk } from './chunk-frame.ts';
import { corrupt } from './codec.ts';
import type { SectionKind } from './section.ts';
import type { ChunkedRun, SegmentReader } from './state.ts';

/** The entries of a pulled chunk, and the rest of its run. */
export interface Pulled<E, R extends ChunkedRun> {
  readonly entries: E[];
  readonly rest: R | undefined;
}

/** Reads the next chunk of a run with one range read. @throws WinnowError `corrupt` */
export async function pullChunk<E, R extends ChunkedRun>(
  kind: SectionKind<E>,
  run: R,
  base: string,
  read: SegmentReader,
): Promise<Pulled<E, R>> {
  return parseChunk(kind, run, base, await read(run.segment, run.start, run.start + run.chunk));
}

function parseChunk<E, R extends ChunkedRun>(
  kind: SectionKind<E>,
  run: R,
  base: string,
  bytes: Uint8Array,
): Pulled<E, R> {
  if (bytes.length !== run.chunk) throw corrupt(`${run.segment} is too short`);
  const { packed, next } = unframeChunk(bytes);
  const entries = kind.unpack(packed, base);
  if (next === undefined) return { entries, rest: undefined };
  const start = run.start + run.chunk;
  const rest = { ...run, start, count: run.count - entries.length, chunk: next.bytes, min: next.min };
  return { entries, rest };
}

/** Bytes per read when a whole run is read. */
const window = 1_048_576;

/** All chunks of a run, in few large reads. */
export async function* chunksOf<E>(
  kind: SectionKind<E>,
  run: ChunkedRun,
  base: string,
  read: SegmentReader,
): AsyncGenerator<E[]> {
  let rest: ChunkedRun | undefined = run;
  let bytes: Uint8Array = new Uint8Array(0);
  let from = run.start;
  while (rest !== undefined) {
    if (rest.start + rest.chunk > from + bytes.length) {
      from = rest.start;
      bytes = await read(rest.segment, from, Math.min(rest.end, from + Math.max(window, rest.chunk)));
    }
    const at = rest.start - from;
    const pulled: Pulled<E, ChunkedRun> = parseChunk(kind, rest, base, bytes.subarray(at, at + rest.chunk));
    yield pulled.entries;
    rest = pulled.rest;
  }
}

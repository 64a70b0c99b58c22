import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import type { Ports } from '../../ports/ports.ts';
import type { GraphState } from './graph-state.ts';

/** Segments per page of the listing, and read side by side. */
const listed = 200;
const readAtOnce = 8;

interface Segment {
  readonly id: string;
  /** Undefined: it is gone, or cannot be read. */
  readonly text: string | undefined;
}

/** The segments that are not in `taken`, in order. */
export async function* newSegments(
  { links }: Pick<Ports, 'links'>,
  job: string,
  from: string | undefined,
  taken: ReadonlySet<string>,
): AsyncGenerator<Segment> {
  for (let after = from; ; ) {
    const ids = await links.kept(job, listed, after);
    const fresh = ids.filter((id) => !taken.has(id));
    for (let start = 0; start < fresh.length; start += readAtOnce)
      yield* await Promise.all(
        fresh.slice(start, start + readAtOnce).map((id) => readSegment(links, job, id)),
      );
    after = ids.at(-1);
    if (ids.length < listed) return;
  }
}

async function readSegment(links: Ports['links'], job: string, id: string): Promise<Segment> {
  const bytes = await unlessDamaged(id, () => links.read(job, id));
  return { id, text: bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString() };
}

/** What the state says of segments that were taken: older ones by the last id, later ones each. */
export function settled(
  taken: Set<string>,
  after: string | undefined,
  before: number,
): Pick<GraphState, 'after' | 'recent'> {
  const limit = String(Math.max(0, before)).padStart(14, '0');
  const sorted = [...taken].sort();
  const old = sorted.filter((id) => id < limit);
  const last = old.at(-1) ?? after;
  return { ...(last === undefined ? {} : { after: last }), recent: sorted.slice(old.length) };
}

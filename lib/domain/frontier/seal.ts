import { sift } from './held.ts';
import { putBack } from './settle.ts';
import { spill, spillAll } from './spill.ts';
import { isSpillable } from './store/choose-spilled.ts';
import { encodeHead, withOutbox } from './store/head.ts';
import { shedParts } from './store/part-states.ts';
import { segmentsOf } from './store/run-refs.ts';
import type { HostBody, SegmentReader } from './store/state.ts';

export interface SealOptions {
  /** The turn that will be committed. */
  readonly turn: number;
  /** JSON of the work that is left after the commit, including the deletion of spent segments. */
  readonly outbox: (spent: readonly string[]) => unknown;
  /** Unique for every attempt of every worker, for example `<turn>-<random>`: the names of segments begin with it. */
  readonly segmentPrefix: string;
  readonly read: SegmentReader;
}

export interface Segment {
  readonly id: string;
  readonly bytes: Uint8Array;
}

export interface Sealed {
  readonly bytes: Uint8Array;
  /** To put before the commit. */
  readonly segments: readonly Segment[];
  /** To delete after the commit. */
  readonly spent: readonly string[];
}

/**
 * The stored form of a body after a turn. URLs still in progress are put back. Afterwards `body` is the body of the new
 * turn: after the commit of `bytes` a worker may keep it, and continue with it while the stored turn is `body.turn`; after
 * a refused commit it must be dropped.
 */
export async function seal(body: HostBody, options: SealOptions): Promise<Sealed> {
  for (const url of [...body.inProgress.keys()]) putBack(body, { url });
  sift(body);
  body.turn = options.turn;
  const segments: Segment[] = [];
  let head = encodeHead(body);
  if (head.length > body.limits.headBytes && isSpillable(body)) {
    const id = options.segmentPrefix;
    const bytes = await spill(body, id, options.read);
    if (bytes.length > 0) segments.push({ id, bytes });
    head = encodeHead(body);
  }
  if (head.length > body.limits.maxHeadBytes) {
    const id = `${options.segmentPrefix}-all`;
    // The segment that was just spilled is not stored yet.
    const [first] = segments;
    const read: SegmentReader = async (of, start, end) =>
      of === first?.id ? first.bytes.subarray(start, end) : await options.read(of, start, end);
    const bytes = await spillAll(body, id, read);
    if (bytes.length > 0) segments.push({ id, bytes });
    head = encodeHead(body);
  }
  if (head.length > body.limits.maxHeadBytes) {
    // A hostile host has long names: what parts have learnt of it is dropped, and its held URLs may go.
    body.thaw = true;
    shedParts(body.parts);
    head = encodeHead(body);
  }
  const named = segmentsOf(body);
  const spent = body.named.filter((id) => !named.includes(id));
  body.named = named;
  body.outbox = options.outbox(spent);
  return {
    bytes: withOutbox(head, body.outbox),
    segments: segments.filter(({ id }) => named.includes(id)),
    spent,
  };
}

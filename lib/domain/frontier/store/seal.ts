import { emptyAccounts } from '../../traps/accounts.ts';
import { pendingCount } from '../counters.ts';
import { putBack } from '../settle.ts';
import { sift } from '../trap-holds.ts';
import { isSpillable } from './choose-spilled.ts';
import { encodeHead, withOutbox } from './head.ts';
import { shedParts } from './part-states.ts';
import { segmentsOf } from './run-refs.ts';
import { spill, spillAll } from './spill.ts';
import type { HostBody, SegmentReader } from './state.ts';

export interface SealOptions {
  /** The turn that is going to be committed. */
  readonly turn: number;
  /** JSON: what is left to be done after the commit, the deletion of spent segments included. */
  readonly outbox: (spent: readonly string[]) => unknown;
  /** Unique for every attempt of every worker, for example `<turn>-<random>`: names the segments. */
  readonly segmentPrefix: string;
  readonly read: SegmentReader;
}

export interface Segment {
  readonly id: string;
  readonly bytes: Uint8Array;
}

export interface Sealed {
  readonly bytes: Uint8Array;
  /** To be put before the commit. */
  readonly segments: readonly Segment[];
  /** To be deleted after the commit. */
  readonly spent: readonly string[];
}

/**
 * The stored form of a body after a turn. URLs still in progress are put back. Afterwards `body` is the body of the new
 * turn: whoever commits `bytes` may keep it, and go on with it while the stored turn is still `body.turn`; when the
 * commit is refused it must be dropped.
 */
export async function seal(body: HostBody, options: SealOptions): Promise<Sealed> {
  for (const url of [...body.inProgress.keys()]) putBack(body, { url });
  sift(body);
  // While nothing waits for its first visit, what pages said is of no use.
  if (pendingCount(body) === 0) for (const { memory } of body.traps.areas.values()) memory.said.clear();
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
    // What was just spilled is not stored yet.
    const [first] = segments;
    const read: SegmentReader = async (of, start, end) =>
      of === first?.id ? first.bytes.subarray(start, end) : await options.read(of, start, end);
    const bytes = await spillAll(body, id, read);
    if (bytes.length > 0) segments.push({ id, bytes });
    head = encodeHead(body);
  }
  if (head.length > body.limits.maxHeadBytes) {
    // Long names of a hostile host: it is looked at anew, and what it had held may go.
    body.traps = { ...emptyAccounts(), nextId: body.traps.nextId };
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

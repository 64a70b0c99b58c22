import type { HostName } from '../../base/url/url.ts';
import { type BodyLimits, defaultLimits } from './limits.ts';
import { decodeHead, emptyBody } from './store/head.ts';
import type { HostBody } from './store/state.ts';

// The interface of this folder: all that a turn does with a host's body.
export { admit } from './admit.ts';
export { type Allowed, admitWithin, allowance, countHeld, forgetCutOff } from './budget.ts';
export { hostCounters, hostTotals, pendingCount, tally, untally, visitedCount } from './counters.ts';
export { prepare } from './fill-head.ts';
export { takeHolding, takeVisits, visitsOf } from './find-visits.ts';
export { checkHeldAgain, setOrder } from './held.ts';
export { find, pendingEntries, visitEntries, visits } from './list-pages.ts';
export { changed } from './mark-changed.ts';
export { markVisits } from './mark-visits.ts';
export { moveIn, moveInFor, moveOut, spend, waitAgain } from './move-pages.ts';
export { bestRank, markDueBefore, nextDue, reached } from './next-due.ts';
export { resolve } from './resolve-unchecked.ts';
export {
  clearNames,
  forgetOldName,
  type OldName,
  type Respelling as Spelling,
  respellPending,
  settleAs,
  takeOldNames,
  waitAs,
} from './respell.ts';
export { seal } from './seal.ts';
export { endPending, putBack, settle } from './settle.ts';
export { type PartCodec, stateIn } from './store/part-states.ts';
export type { HostBody, SegmentReader } from './store/state.ts';
export { take, takeNext, takeVisit } from './take.ts';
export { revisit } from './visit-on-request.ts';

export interface BodyOptions {
  readonly host: HostName;
  /** The job's key: a body must always be opened with the same key. */
  readonly fingerprintKey: string;
  readonly limits?: BodyLimits;
}

/**
 * Opens a host's body for changes; `undefined`: the host has none yet. Does not keep `bytes`.
 * @throws WinnowError `corrupt` when the bytes cannot be read, `newer` when a newer version of Winnow wrote them
 */
export function openBody(bytes: Uint8Array | undefined, options: BodyOptions): HostBody {
  const body = emptyBody(options.host, options.fingerprintKey, options.limits ?? defaultLimits);
  if (bytes !== undefined) decodeHead(bytes, body);
  return body;
}

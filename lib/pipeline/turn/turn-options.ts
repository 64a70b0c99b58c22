import type { Timing } from '../../domain/settings/timing.ts';
import type { UnusedPages } from '../cost/unused-pages.ts';
import type { LinkShare } from './link-batch.ts';
import type { PageRoom } from './page-room.ts';
import type { OpenPart } from './part.ts';
import type { BodyCache, VisitSeen } from './turn.ts';
import type { WorkerIsolation } from './worker-isolation.ts';

/** What a worker gives a turn beside its host. */
export interface TurnOptions {
  readonly timing: Timing;
  /** Monotonic ms by which everything of this turn has to be done. */
  readonly endBy: number;
  readonly links: LinkShare;
  /** Bodies that this process committed, so that the host's next turn need not read and decode it. */
  readonly bodies?: BodyCache;
  /** Collects the pages that turns leave over. */
  readonly unused: UnusedPages;
  /** What pages take of memory beside those of other turns; absent: each turn is alone. */
  readonly room?: PageRoom;
  /** Where turns whose page is suspected wait for each other. */
  readonly suspects: WorkerIsolation;
  readonly signal?: AbortSignal;
  /** What capabilities do beside the visits, in this order; absent: the usual (`harvest/parts.ts`). */
  readonly parts?: readonly OpenPart[];
  /** Told of each page as its visit ends, before anything of the turn is written. */
  readonly onVisit?: (visit: VisitSeen) => void;
}

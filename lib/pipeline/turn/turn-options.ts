import type { Timing } from '../../domain/settings/timing.ts';
import type { JobStore } from '../../ports/jobs.ts';
import type { UnusedPages } from '../cost/unused-pages.ts';
import type { CapabilityLists } from './capability-lists.ts';
import type { PageRoom } from './page-room.ts';
import type { BodyCache, PermitPage, VisitSeen } from './turn.ts';
import type { TurnShares } from './turn-shares.ts';
import type { WorkerIsolation } from './worker-isolation.ts';

/** What a worker gives to a turn. */
export interface TurnOptions extends TurnShares {
  readonly timing: Timing;
  /** Monotonic ms by which the turn must have ended. */
  readonly endBy: number;
  /** Bodies that this process committed: the next turn of a host need not read and decode its body. */
  readonly bodies?: BodyCache;
  /** Collects pages of tickets that turns did not use. */
  readonly unused: UnusedPages;
  /** Reads of jobs that the turns of a process share; absent: each turn reads its own. */
  readonly jobs?: Pick<JobStore, 'job'>;
  /** Memory that the turns beside each other share; absent: the turn is alone. */
  readonly room?: PageRoom;
  /** Keeps turns with a suspected page apart from other turns. */
  readonly suspects: WorkerIsolation;
  readonly signal?: AbortSignal;
  readonly lists: CapabilityLists;
  /** Asked before each request, after scope and robots.txt; absent: nobody is. */
  readonly permit?: PermitPage;
  /** Called at the end of each visit, before the turn writes anything. */
  readonly onVisit?: (visit: VisitSeen) => void;
}

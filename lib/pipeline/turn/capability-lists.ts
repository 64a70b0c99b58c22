import type { Work } from '../../domain/frontier/entry.ts';
import type { Ticket } from '../../ports/tickets.ts';
import type { FetchRequest, FetchResult } from '../../ports/web.ts';
import type { PutOff } from '../politeness/host-session.ts';
import type { TurnPart } from './part.ts';
import type { Publisher } from './publishing.ts';
import type { Turn } from './turn.ts';
import type { TurnReport } from './turn-report.ts';
import type { Visited } from './visited.ts';

/**
 * Opens the part of a capability in one turn, before the inbox is taken in. State between the calls belongs to the part
 * alone: no part reads the state of another.
 */
export type OpenPart = (turn: Turn) => TurnPart;

/** The steps of a turn that are watched: what each is about, and what comes of it. */
export interface Steps {
  readonly turn: { readonly of: Ticket; readonly came: TurnReport };
  readonly visit: { readonly of: Work; readonly came: Visited | PutOff };
  readonly request: { readonly of: FetchRequest; readonly came: FetchResult };
  readonly commit: { readonly of: Ticket; readonly came: TurnReport };
}

/** Does the work of a step, whose steps within it begin and end meanwhile. Watching it changes nothing of what comes of it. */
export type AroundStep = <K extends keyof Steps>(
  step: K,
  of: Steps[K]['of'],
  work: () => Promise<Steps[K]['came']>,
) => Promise<Steps[K]['came']>;

/** What capabilities bring to turns; who runs them hands it in (`lib/capabilities/lists.ts`). */
export interface CapabilityLists {
  readonly parts: readonly OpenPart[];
  readonly publishers: readonly Publisher[];
  readonly around: AroundStep;
}

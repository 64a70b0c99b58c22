import type { TurnPart } from './part.ts';
import type { Publisher } from './publishing.ts';
import type { Turn } from './turn.ts';

/**
 * Opens the part of a capability in one turn, before the inbox is taken in. State between the calls belongs to the part
 * alone: no part reads the state of another.
 */
export type OpenPart = (turn: Turn) => TurnPart;

/** What capabilities bring to turns; who runs them hands it in (`lib/capabilities/lists.ts`). */
export interface CapabilityLists {
  readonly parts: readonly OpenPart[];
  readonly publishers: readonly Publisher[];
}

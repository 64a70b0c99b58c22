import type { TurnPart } from './part.ts';
import type { Turn } from './turn.ts';

/**
 * Opens the part of a capability in one turn, before the inbox is taken in. State between the calls belongs to the part
 * alone: no part reads the state of another.
 */
export type OpenPart = (turn: Turn) => TurnPart;

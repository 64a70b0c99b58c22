import { hash } from 'node:crypto';
import type { TurnPlace } from './changes-name.ts';

const digits = 16;

/** How the ids of all that turns of a host stage begin: a host's name may be longer than an id may be. */
export function stagedBeginning(host: string): string {
  return `${hash('sha256', host).slice(0, digits)}-`;
}

/** The turn of an id. */
export function stagedTurn(id: string): number {
  return Number(id.slice(digits + 1).split('-', 1));
}

/** Tells hosts apart by the ids of what they staged. */
export function beginningOf(id: string): string {
  return id.slice(0, digits + 1);
}

/** The id of what a turn stages. @param owner of this attempt at the turn: another one stages its own */
export function stagedId({ host, turn }: TurnPlace, owner: string): string {
  return `${stagedBeginning(host)}${turn}-${owner}`;
}

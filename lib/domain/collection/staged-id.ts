import { hash } from 'node:crypto';
import type { TurnPlace } from './changes-name.ts';

const digits = 16;

/** How the ids of all that turns of a host stage begin: a host's name may be longer than an id may be. */
export function stagedBeginning(host: string): string {
  return `${hash('sha256', host).slice(0, digits)}-`;
}

/** The turn of an id; undefined for an id of an earlier version. */
export function stagedTurn(id: string): number | undefined {
  const [, turn] = /^[0-9a-f]{16}-(\d+)-/.exec(id) ?? [];
  return turn === undefined ? undefined : Number(turn);
}

/** Tells hosts apart by the ids of what they staged. */
export function beginningOf(id: string): string {
  return id.slice(0, digits + 1);
}

/** The id of what a turn stages. @param owner of this attempt at the turn: another one stages its own */
export function stagedId({ host, turn }: TurnPlace, owner: string): string {
  return `${stagedBeginning(host)}${turn}-${owner}`;
}

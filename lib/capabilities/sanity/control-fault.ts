import { crowdedOf } from '../../domain/politeness/host-politeness.ts';
import type { HostControl } from '../../ports/hosts.ts';

/** More tickets in vain after the last turn than a host can have had: a larger difference means damage. */
const maxVainTurns = 1_000_000;
/** No turn has more pages to try one at a time. */
const maxCareful = 100_000;
const standings = ['trying', 'proved', 'first', 'barren', 'twin'];

/** The value of a control that no crawl writes, in words; undefined: none. */
export function controlFault(control: HostControl): string | undefined {
  const { state, turn, published, attempts, standing, waits, care = {} } = control;
  const { turns: careful = 0, suspect } = care;
  const crowded = crowdedOf(control);
  if (state !== 'idle' && state !== 'due' && state !== 'ticketed') return `its state is ${shown(state)}`;
  for (const [name, value] of Object.entries({ turn, published, attempts, careful, crowded }))
    if (!isCount(value)) return `${name} is ${shown(value)}`;
  if (careful > maxCareful || (suspect?.tries ?? 0) > maxCareful)
    return `it is to be taken with care ${careful} times`;
  if (crowded > maxVainTurns) return `it found its gate shut ${crowded} times`;
  if (turn - published > maxVainTurns) return `turn is ${turn}, published ${published}`;
  if (state === 'due' && !isTime(control.dueAt)) return `it is due at ${shown(control.dueAt)}`;
  if (state === 'ticketed' && (control.ticket ?? '') === '') return 'it has a ticket without a name';
  if (state === 'ticketed' && !isTime(control.ticketExpires))
    return `its ticket ends at ${shown(control.ticketExpires)}`;
  if (standing !== undefined && !standings.includes(standing)) return `its standing is ${shown(standing)}`;
  if (suspect !== undefined && !isCount(suspect.tries)) return `a suspect has ${shown(suspect.tries)} tries`;
  if (waits !== undefined && waits.domain === '') return 'it waits for no domain';
  return undefined;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Epoch ms that a date can represent. */
function isTime(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 8.64e15;
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 60);
}

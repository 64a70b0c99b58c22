import { definedAs } from '../../../base/defined.ts';
import { readStoredObject } from '../../../base/stored-json.ts';
import type { HostName } from '../../../base/url/url.ts';
import type { OverBudget } from '../../../domain/frontier/budgets/over-budget.ts';
import type { HostPoliteness } from '../../../domain/politeness/host-politeness.ts';
import type { HostControl, HostState } from '../../../ports/hosts.ts';

/** A row of the table `control`. */
export interface ControlRow {
  readonly host: HostName;
  readonly state: HostState;
  readonly turn: number;
  readonly ticket: string | null;
  readonly ticket_expires: number | null;
  readonly due_at: number | null;
  readonly published: number;
  readonly attempts: number;
  readonly careful: number | null;
  readonly suspect: string | null;
  readonly suspect_tries: number | null;
  readonly backoffs: number | null;
  readonly standing: NonNullable<HostControl['standing']> | null;
  readonly waits_domain: string | null;
  readonly waits_since: number | null;
  readonly waits_barren: number | null;
  readonly opened: string | null;
  readonly pending: number;
  readonly visited: number;
  readonly checked: number | null;
  readonly bytes: number;
  readonly outcomes: string;
  readonly repeated: string | null;
  readonly unsupported: string | null;
  readonly over_budget: string | null;
  readonly held: number | null;
  readonly parked: string | null;
  readonly crowded: number | null;
  readonly band: number | null;
  readonly rank: number | null;
  readonly told_turn: number | null;
  readonly told_object: string | null;
}

/** In the order of `controlValues`. */
export const controlColumns = [
  'state',
  'turn',
  'ticket',
  'ticket_expires',
  'due_at',
  'published',
  'attempts',
  'careful',
  'suspect',
  'suspect_tries',
  'backoffs',
  'standing',
  'waits_domain',
  'waits_since',
  'waits_barren',
  'opened',
  'pending',
  'visited',
  'bytes',
  'outcomes',
  'repeated',
  'unsupported',
  'over_budget',
  'held',
  'parked',
  'crowded',
  'band',
  'rank',
  'checked',
  'told_turn',
  'told_object',
] as const satisfies readonly (keyof ControlRow)[];

export function controlValues(control: HostControl): (string | number | null)[] {
  const { counters } = control;
  return [
    control.state,
    control.turn,
    control.ticket ?? null,
    control.ticketExpires ?? null,
    control.dueAt ?? null,
    control.published,
    control.attempts,
    control.care?.turns ?? null,
    control.care?.suspect?.fingerprint ?? null,
    control.care?.suspect?.tries ?? null,
    control.politeness?.backoffs ?? null,
    control.standing ?? null,
    control.waits?.domain ?? null,
    control.waits?.since ?? null,
    control.waits?.isBarren ? 1 : null,
    control.opened === undefined ? null : JSON.stringify(control.opened),
    counters.pending,
    counters.visited,
    counters.bytes,
    JSON.stringify(counters.outcomes),
    counters.repeated === undefined ? null : JSON.stringify(counters.repeated),
    counters.unsupported === undefined ? null : JSON.stringify(counters.unsupported),
    counters.overBudget === undefined ? null : JSON.stringify(counters.overBudget),
    counters.held ?? null,
    control.politeness?.parked === undefined ? null : JSON.stringify(control.politeness.parked),
    control.politeness?.crowded ?? null,
    control.band ?? null,
    control.rank ?? null,
    counters.checked ?? null,
    control.told?.turn ?? null,
    control.told?.object ?? null,
  ];
}

/** Reads damaged counters as none: `sanity` then sees that they differ from those of the host's body. */
export function controlOf(row: ControlRow): HostControl {
  const overBudget = row.over_budget === null ? undefined : readStoredObject<OverBudget>(row.over_budget);
  return {
    state: row.state,
    turn: row.turn,
    ...(row.ticket !== null && { ticket: row.ticket }),
    ...(row.ticket_expires !== null && { ticketExpires: row.ticket_expires }),
    ...(row.due_at !== null && { dueAt: row.due_at }),
    published: row.published,
    ...(row.told_turn !== null &&
      row.told_object !== null && { told: { turn: row.told_turn, object: row.told_object } }),
    attempts: row.attempts,
    ...definedAs('care', {
      turns: row.careful ?? undefined,
      suspect: row.suspect === null ? undefined : { fingerprint: row.suspect, tries: row.suspect_tries ?? 0 },
    }),
    ...definedAs('politeness', {
      backoffs: row.backoffs ?? undefined,
      parked: row.parked === null ? undefined : (readStoredObject<Parked>(row.parked) ?? damagedPark),
      crowded: row.crowded ?? undefined,
    }),
    ...(row.band !== null && { band: row.band }),
    ...(row.rank !== null && { rank: row.rank }),
    ...(row.standing !== null && { standing: row.standing }),
    ...(row.waits_domain !== null && {
      waits: {
        domain: row.waits_domain,
        since: row.waits_since ?? 0,
        ...(row.waits_barren === 1 && { isBarren: true as const }),
      },
    }),
    ...(row.opened !== null && {
      opened: readStoredObject<NonNullable<HostControl['opened']>>(row.opened) ?? {},
    }),
    counters: {
      pending: row.pending,
      ...(row.held !== null && { held: row.held }),
      visited: row.visited,
      ...(row.checked !== null && { checked: row.checked }),
      outcomes: countsOf(row.outcomes),
      ...(row.repeated !== null && { repeated: countsOf(row.repeated) }),
      bytes: row.bytes,
      ...(row.unsupported !== null && { unsupported: countsOf(row.unsupported) }),
      ...(overBudget !== undefined && { overBudget }),
    },
  };
}

function countsOf(json: string): Readonly<Record<string, number>> {
  return readStoredObject<Record<string, number>>(json) ?? {};
}

type Parked = NonNullable<HostPoliteness['parked']>;

const damagedPark: Parked = { since: 0, reason: 'what was stored of it is damaged' };

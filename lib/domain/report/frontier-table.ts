import { bandFloors, bandOfRelevance } from '../focus/bands.ts';
import { decodeRank } from '../focus/link-rank.ts';
import { backoffsOf, type HostPoliteness } from '../politeness/host-politeness.ts';
import type { ages, Count, FrontierBand } from './report.ts';

type Age = (typeof ages)[number];

/** What says how long a host has been due, and why it is not. */
export interface HostSchedule {
  readonly state: 'idle' | 'due' | 'ticketed';
  readonly dueAt?: number;
  readonly politeness?: HostPoliteness;
  readonly waits?: object;
}

const minute = 60_000;

export function ageOf(host: HostSchedule, now: number): Age {
  if (host.waits !== undefined) return 'held back';
  if (backoffsOf(host) > 0 || host.politeness?.parked !== undefined) return 'fails';
  if (host.state === 'ticketed') return 'at work';
  if (host.state === 'idle' || host.dueAt === undefined) return 'held back';
  const due = now - host.dueAt;
  if (due < 0) return 'rests';
  if (due < minute) return 'due < 1 min';
  if (due < 10 * minute) return 'due < 10 min';
  return due < 60 * minute ? 'due < 1 h' : 'due longer';
}

/** Hosts without URLs that wait for a first visit: with visits to repeat, and without. */
const quiet = ['only revisits', 'nothing left'] as const;

/** URLs that wait, by the band of what they promise and by the age of their hosts. */
export function openFrontierTable(names: readonly Age[]) {
  const bands = new Map<number, number[]>();
  const hosts = new Map<string, number>();
  return {
    host({ state }: HostSchedule, pending: number, age: Age): void {
      const isQuiet = pending === 0 && (age === 'rests' || state === 'idle');
      const name = isQuiet ? quiet[state === 'idle' ? 1 : 0] : age;
      hosts.set(name, (hosts.get(name) ?? 0) + 1);
    },
    pending(rank: number, age: Age): void {
      const linkRank = decodeRank(rank);
      const band = linkRank === undefined ? bandFloors.length + 1 : bandOfRelevance(linkRank.relevance);
      const row = bands.get(band) ?? names.map(() => 0);
      const place = names.indexOf(age);
      row[place] = (row[place] ?? 0) + 1;
      bands.set(band, row);
    },
    /** The best band first; what promises nothing last. Empty ones are left out. */
    rows: (): readonly FrontierBand[] =>
      [...bands]
        .sort(([a], [b]) => a - b)
        .map(([band, urls]) => (band > bandFloors.length ? { urls } : { from: bandFloors[band] ?? 0, urls })),
    hosts: (): readonly Count[] =>
      [...names, ...quiet].flatMap((name) => {
        const count = hosts.get(name) ?? 0;
        return count === 0 ? [] : [{ name, count }];
      }),
  };
}

import { countPage } from '../../../lib/domain/revisit/census.ts';
import type { ChangeHistory } from '../../../lib/domain/revisit/change-rate.ts';
import { dayMs, type FreshnessSettings } from '../../../lib/domain/revisit/freshness-settings.ts';
import { planned, type RevisitPlan } from '../../../lib/domain/revisit/plan.ts';
import { countSites, type Sites } from '../../../lib/domain/revisit/popularity.ts';
import { afterDays, nextVisit } from '../../../lib/domain/revisit/revisit-interval.ts';
import { weightOf } from '../../../lib/domain/revisit/weight.ts';
import { seededRandom } from '../seeded-random.ts';

const quiet = { hasFallen: false, spent: 0, spentToday: 0 };
const days = 360;
const measuredFrom = 120;
const most = 1_000;

export interface SimulationOptions {
  readonly seed: number;
  readonly hosts: number;
  readonly pagesPerHost: number;
  /** Each page changes in its own way; else those of a host alike. */
  readonly ownRates: boolean;
  readonly settings: FreshnessSettings;
}

/** A page after a simulated year. */
export interface SimulatedPage {
  /** Changes a day. */
  readonly rate: number;
  /** How many other sites link to it, of which the production estimate is what the schedule sees. */
  readonly sites: number;
  /** How surely it is on topic. */
  readonly relevance: number;
  /** Ms for which it was as stored, and for which it was watched. */
  readonly fresh: number;
  readonly watched: number;
}

interface Page {
  readonly rate: number;
  readonly sites: number;
  readonly seen: number;
  readonly relevance: number;
  readonly firstSeen: number;
  fresh: number;
  watched: number;
  at: number;
  next: number;
  estimate?: number;
  /** When it changes for the first time after it was visited. */
  changesAt: number;
}

/** A year of pages that change as often as they will, visited by the production schedule, planned once a day. */
export function simulateRevisits({ settings, ...options }: SimulationOptions): {
  readonly pages: readonly SimulatedPage[];
  readonly perDay: number;
  readonly wanted: number;
} {
  const random = seededRandom(options.seed);
  const soon = (rate: number): number => (-Math.log(1 - random()) / rate) * dayMs;
  const worth = seededRandom(options.seed, 1);
  const hosts = Array.from({ length: options.hosts }, () => {
    const common = 2 ** (-8 + random() * 8);
    const pages = Array.from({ length: options.pagesPerHost }, (): Page => {
      const rate = options.ownRates ? 2 ** (-8 + random() * 8) : common;
      const at = random() * 10 * dayMs;
      // Few pages have most links: n sites or more link to one in n.
      const sites = Math.min(most, Math.floor(1 / (1 - worth())) - 1);
      const seen = countSites(bitsOf(sites, worth));
      const times = { at, firstSeen: at, next: at, changesAt: Number.POSITIVE_INFINITY };
      return { rate, sites, seen, relevance: worth(), fresh: 0, watched: 0, ...times };
    });
    return { changes: { changes: 0, days: 0 } as ChangeHistory, pages };
  });
  const census: Record<string, number> = {};
  let plan: RevisitPlan | undefined;
  let visits = 0;
  for (let day = 0; day < days; day += 1) {
    const now = day * dayMs;
    plan = planned(plan, census, quiet, settings, now);
    for (const host of hosts) {
      for (const page of host.pages) {
        while (page.next < now + dayMs) {
          const { next: at, estimate, firstSeen, relevance, seen } = page;
          if (at >= measuredFrom * dayMs) {
            page.fresh += Math.min(at, page.changesAt) - page.at;
            page.watched += at - page.at;
            visits += 1;
          }
          const isFirst = estimate === undefined;
          const before = isFirst ? undefined : { at: page.at, firstSeen, rate: estimate, sites: seen };
          const changed = isFirst ? undefined : page.changesAt < at;
          const told = { at, changed, relevance, sites: seen };
          const next = nextVisit(before, told, { settings, plan, host: host.changes });
          const weight = weightOf(relevance, seen, settings);
          if (!isFirst) countPage(census, estimate, weight, -1);
          countPage(census, next.rate, weight, 1);
          host.changes = next.host;
          page.estimate = next.rate;
          page.at = at;
          page.next = afterDays(at, next.days ?? 10);
          page.changesAt = at + soon(page.rate);
        }
      }
    }
  }
  const pages = hosts.flatMap((host) => host.pages);
  const wanted = (pages.length * dayMs) / settings.everyMs;
  return { pages, perDay: visits / (days - measuredFrom), wanted };
}

function bitsOf(sites: number, random: () => number): Sites {
  let bits = 0;
  for (let site = 0; site < sites; site += 1) bits |= 2 ** Math.floor(random() * 30);
  return bits;
}

/** The part of the time for which pages were as stored, each counted by what it is worth. */
export function freshnessOf(
  pages: readonly SimulatedPage[],
  worth: (page: SimulatedPage) => number = () => 1,
): number {
  let [sum, total] = [0, 0];
  for (const page of pages) {
    if (page.watched === 0) continue;
    sum += (worth(page) * page.fresh) / page.watched;
    total += worth(page);
  }
  return sum / total;
}

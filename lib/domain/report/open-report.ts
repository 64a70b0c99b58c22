import { registeredDomain } from '../../base/url/registered-domain.ts';
import type { CanonicalUrl, HostName } from '../../base/url/url.ts';
import { bestClassIn } from '../../topic/judge.ts';
import type { FocusSettings } from '../focus/focus-settings.ts';
import { harvestCounts } from '../focus/harvest-counts.ts';
import type { Visit } from '../frontier/entry.ts';
import { judgedVisit, type VisitVerdict } from '../reading/judged-visit.ts';
import { settingsFor } from '../settings/overrides.ts';
import type { JobSettings } from '../settings/settings.ts';
import { openClassCounts } from './class-counts.ts';
import { estimateCost } from './cost.ts';
import { openCounts } from './count-by.ts';
import { ageOf, type HostSchedule, openFrontierTable } from './frontier-table.ts';
import { type JudgedAt, paceOf, relevanceCurve, windows } from './relevance-curve.ts';
import { ages, type BestHost, maxCurve, maxDots, type Report } from './report.ts';
import { openBest, openSample } from './sample.ts';

/** A host as its control has it. */
export interface ReportedHost extends HostSchedule {
  readonly turn: number;
  readonly counters: {
    readonly pending: number;
    readonly held?: number;
    readonly visited: number;
    readonly bytes: number;
    readonly outcomes: Readonly<Record<string, number>>;
    readonly repeated?: Readonly<Record<string, number>>;
  };
}

/** A visit whose page is a dot, or among the best: what else is stored of it is looked up. */
export interface PickedVisit extends VisitVerdict {
  readonly visit: Visit;
  readonly host: HostName;
}

/** The report but for what has to be looked up of its pages. */
export interface Outline
  extends Omit<Report, 'dots' | 'bestPages' | 'job' | 'state' | 'createdAt' | 'cpuMs' | 'v'> {
  /** By the time of their first visits. */
  readonly dots: readonly { readonly page: PickedVisit; readonly place: number }[];
  readonly bestPages: readonly PickedVisit[];
}

const bins = 20;
const listedBest = 12;
const paceParts = 60;
const failureNames = 30;
const mostDomains = 100_000;
/** URLs that are named of each failure. */
const failedUrls = 3;

/** What a host tells a report, page by page. */
export interface HostPages {
  pending(rank: number, isHeld: boolean): void;
  visit(visit: Visit): void;
  /** All of its pages were told. */
  end(): void;
}

/** Gathers a report: every host, and of each its pages; hosts may be told side by side. Its memory does not grow with the crawl. */
export function openReport(settings: JobSettings, now: number) {
  const { topic } = settings;
  const classes = openClassCounts(topic?.classes);
  const frontier = openFrontierTable(ages);
  const outcomes = openCounts();
  const repeated = openCounts();
  const failures = openCounts(failureNames);
  const failed = new Map<string, CanonicalUrl[]>();
  const tries = new Map<number, number>();
  const depths = new Map<number, { pages: number; sum: number }>();
  const relevance = Array<number>(bins).fill(0);
  const dots = openSample<PickedVisit>(maxDots);
  const curve = openSample<JudgedAt>(maxCurve);
  const times = openSample<number>(maxCurve);
  const bestHosts = openBest<BestHost>(listedBest, ({ host }) => host);
  const bestPages = openBest<PickedVisit>(listedBest, ({ visit }) => visit.url);
  const totals = {
    hosts: 0,
    relevantHosts: 0,
    visited: 0,
    rated: 0,
    pending: 0,
    inboxes: 0,
    held: 0,
    fetches: 0,
    turns: 0,
    bytes: 0,
  };
  const domains = new Set<string>();
  let sum = 0;
  let read = 0;
  let unread = 0;
  let span: { from: number; to: number } | undefined;

  function rated(picked: PickedVisit): void {
    const { visit, onTopic, relevance: part } = picked;
    totals.rated += 1;
    sum += part;
    const bin = Math.min(bins - 1, Math.floor(part * bins));
    relevance[bin] = (relevance[bin] ?? 0) + 1;
    classes.add(bestClassIn(visit.detail) ?? 'no class', onTopic);
    const depth = depths.get(visit.depth) ?? { pages: 0, sum: 0 };
    depth.pages += 1;
    depth.sum += part;
    depths.set(visit.depth, depth);
    dots.add(visit.url, picked);
    curve.add(visit.url, { at: visit.firstSeen, relevance: part });
    // Many pages are as relevant as can be: among them the score tells.
    if (onTopic) bestPages.add(part + Math.atan(picked.score) / 1e6, picked);
  }

  function visited(visit: Visit): void {
    read += 1;
    tries.set(visit.tries, (tries.get(visit.tries) ?? 0) + 1);
    const { firstSeen } = visit;
    span = {
      from: Math.min(firstSeen, span?.from ?? firstSeen),
      to: Math.max(firstSeen, span?.to ?? firstSeen),
    };
    times.add(visit.url, firstSeen);
    const failure = failureOf(visit);
    if (failure === undefined) return;
    const name = failures.add(failure);
    const urls = failed.get(name) ?? [];
    if (urls.length < failedUrls) failed.set(name, [...urls, visit.url]);
  }

  return {
    /** @param inbox URLs in its inbox */
    host(name: HostName, control: ReportedHost, inbox = 0): HostPages {
      const { counters } = control;
      const pending = counters.pending + inbox;
      const age = ageOf(control, now);
      const own = { pages: 0, onTopic: 0, sum: 0 };
      frontier.host(control, pending, age);
      totals.hosts += 1;
      totals.pending += pending;
      totals.inboxes += inbox;
      totals.held += counters.held ?? 0;
      totals.visited += counters.visited;
      totals.turns += control.turn;
      totals.bytes += counters.bytes;
      for (const [kind, count] of Object.entries(counters.outcomes)) {
        outcomes.add(kind, count);
        totals.fetches += count;
      }
      for (const [kind, count] of Object.entries(counters.repeated ?? {})) repeated.add(kind, count);
      return {
        pending(rank, isHeld) {
          frontier.pending(rank, isHeld ? 'held back' : age);
        },
        visit(visit) {
          visited(visit);
          const here = settingsFor(settings, visit.url).topic;
          const page = here && judgedVisit(here, visit);
          if (page === undefined) return;
          own.pages += 1;
          own.sum += page.relevance;
          if (page.onTopic) own.onTopic += 1;
          rated({ ...page, visit, host: name });
        },
        end() {
          if (own.pages === 0) return;
          const { pages, onTopic } = own;
          if (onTopic > 0) totals.relevantHosts += 1;
          if (onTopic > 0 && domains.size < mostDomains) domains.add(registeredDomain(name) ?? name);
          const host = { host: name, pages, onTopic, relevance: own.sum / pages, pending };
          bestHosts.add(own.sum, host);
        },
      };
    },
    /** The time was up before the pages of this host could be read. */
    skip(): void {
      unread += 1;
    },
    result(): Outline {
      const pages = curve.items().toSorted((a, b) => a.at - b.at);
      const weight = pages.length === 0 ? 1 : totals.rated / pages.length;
      const first = times.items();
      const lately = (window: number): number => {
        const last = pages.slice(-Math.max(1, Math.round(window / weight)));
        return last.reduce((all, one) => all + one.relevance, 0) / Math.max(1, last.length);
      };
      const focus: FocusSettings = settings.focus;
      return {
        at: now,
        hasTopic: topic !== undefined,
        focus: { mode: focus.mode, order: focus.order },
        totals: { ...totals, relevantDomains: domains.size, ...span, ...(unread === 0 ? {} : { unread }) },
        ...(topic === undefined ? {} : { harvest: harvestCounts(countsIn(outcomes), countsIn(repeated)) }),
        ...(totals.rated === 0
          ? {}
          : {
              meanRelevance: {
                all: sum / totals.rated,
                fine: lately(windows.fine),
                coarse: lately(windows.coarse),
              },
            }),
        curve: relevanceCurve(pages, weight),
        dots: placed(dots.items(), pages, weight),
        sampled: { dots: dots.items().length, curve: pages.length },
        pace: paceOf(first, first.length === 0 ? 1 : read / first.length, paceParts),
        relevance,
        classes: topic === undefined ? [] : classes.result(),
        bestHosts: bestHosts.items(),
        bestPages: bestPages.items(),
        frontier: frontier.rows(),
        hosts: frontier.hosts(),
        outcomes: outcomes.byCount(),
        failures: failures.byCount().map((one) => ({ ...one, urls: failed.get(one.name) ?? [] })),
        tries: triesOf(tries, totals.pending),
        depths: [...depths]
          .map(([depth, one]) => ({ depth, pages: one.pages, relevance: one.sum / one.pages }))
          .sort((a, b) => a.depth - b.depth),
        cost: estimateCost({ fetches: totals.fetches, turns: totals.turns }),
      };
    },
  };
}

function countsIn(counts: ReturnType<typeof openCounts>): Readonly<Record<string, number>> {
  return Object.fromEntries(counts.byCount().map(({ name, count }) => [name, count]));
}

/** Why a visit brought nothing, without what differs from page to page. */
function failureOf({ outcome, detail = '', status }: Visit): string | undefined {
  if (outcome === 'gone' || outcome === 'forbidden') return `${outcome}: status ${status ?? 0}`;
  if (outcome === 'failed') {
    const reason = detail.split(':')[0] ?? '';
    return `failed: ${reason === 'status' && status !== undefined ? `status ${status}` : reason}`;
  }
  if (outcome === 'denied') return `denied: ${detail.split(':')[0]}`;
  if (outcome === 'unsupported') return `unsupported: ${detail}`;
  return undefined;
}

function triesOf(tries: ReadonlyMap<number, number>, pending: number): Report['tries'] {
  const name = (failed: number): string =>
    failed === 0 ? 'visited' : failed === 1 ? 'failed once' : `failed ${failed} times in a row`;
  return [
    { name: 'not yet tried', count: pending },
    ...[...tries].sort(([a], [b]) => a - b).map(([failed, count]) => ({ name: name(failed), count })),
  ];
}

/** Dots in the order of their first visits, with the places that these have among all pages. */
function placed(picked: readonly PickedVisit[], pages: readonly JudgedAt[], weight: number): Outline['dots'] {
  const inOrder = picked.toSorted(
    (a, b) => a.visit.firstSeen - b.visit.firstSeen || (a.visit.url < b.visit.url ? -1 : 1),
  );
  let index = 0;
  return inOrder.map((page) => {
    while (index < pages.length && (pages[index]?.at ?? 0) < page.visit.firstSeen) index += 1;
    index += 1;
    return { page, place: Math.round(index * weight) };
  });
}

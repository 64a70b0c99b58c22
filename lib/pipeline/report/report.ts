import { defined } from '../../base/defined.ts';
import { countsAsPage } from '../../base/links/url-role.ts';
import { openReport, type PickedVisit } from '../../domain/report/open-report.ts';
import { type BestPage, type Dot, type Report, reportVersion } from '../../domain/report/report.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { nameOf } from '../../topic/judge.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { openStoredPages, type StoredPage } from '../collection/stored-pages.ts';
import { eachPage } from '../frontier/each-visit.ts';
import { eachHost } from '../frontier/host-pages.ts';
import { countRecords } from './status.ts';
import { strategyReport } from './strategy-report.ts';

/** Hosts that are read side by side; `atOnce`: pages that are looked up side by side. */
const hostsAtOnce = 8;
const atOnce = 16;
/** Texts of a dot are cut. A longer URL would not work as a link. */
const longestUrl = 500;
const longestTitle = 120;
const shownClasses = 5;

type Looked = Pick<Dot, 'title' | 'classes'>;
export type ReportPorts = Pick<
  Ports,
  'jobs' | 'hosts' | 'segments' | 'records' | 'changes' | 'offTopic' | 'clock'
>;

/** Makes reports of one job. What one report looked up, the next does not look up again. */
export interface Reporter {
  /** @param endBy monotonic ms after which no further host is read; the report counts the hosts that it left out */
  make(job: Job, endBy?: number): Promise<Report>;
}

/**
 * Reads the control and the body of every host: for people, not for a hot path. Reads stored state only: a report costs
 * the crawl nothing. While turns run, the report shows each host as one of its commits left it.
 */
export function openReporter(ports: ReportPorts): Reporter {
  let known = new Map<string, Looked>();
  return {
    async make(job, endBy = Number.POSITIVE_INFINITY) {
      const settings = await settingsOf(ports.jobs, job.name, job.config);
      const report = openReport(settings, ports.clock.now());
      await eachHost(
        ports,
        job.name,
        async (host, control) => {
          const [inbox = 0] = await ports.hosts.inboxUrls(job.name, [host]);
          const pages = report.host(host, control, inbox);
          if (ports.clock.monotonic() >= endBy) return report.skip();
          await eachPage(ports, job, host, (one) => {
            if (!countsAsPage(one)) return undefined;
            if (one.state === 'visited') pages.visit(one);
            else pages.pending(one.rank, one.state === 'held');
            return undefined;
          });
          pages.end();
        },
        { atOnce: hostsAtOnce, onDamaged: () => report.skip() },
      );
      const records = await countRecords(ports, job.name);
      const strategy = await strategyReport(ports, job, settings, { endBy });
      const { dots, bestPages, totals, ...rest } = report.result();
      const picked = new Set([...dots.map(({ page }) => page), ...bestPages]);
      const found = await lookUp(ports, job.name, [...picked], known);
      known = found;
      return {
        v: reportVersion,
        job: job.name,
        state: job.state,
        createdAt: job.createdAt,
        ...rest,
        ...defined({ strategy }),
        totals: { ...totals, ...defined({ records }) },
        dots: dots.map(({ page, place }) => dotOf(page, place, found)),
        bestPages: bestPages.map((page): BestPage => {
          const { title } = found.get(keyOf(page)) ?? {};
          const { relevance, score, visit } = page;
          return { url: shortUrl(visit.url), ...defined({ title }), relevance, score };
        }),
      };
    },
  };
}

/** Visits with equal keys have the same stored page. */
function keyOf({ visit: { url, changedAt, detail = '' } }: PickedVisit): string {
  return `${changedAt} ${detail} ${url}`;
}

/** The stored pages of one turn lie in one object: pages are asked for in the order in which they were fetched. */
async function lookUp(
  ports: ReportPorts,
  job: string,
  picked: readonly PickedVisit[],
  known: ReadonlyMap<string, Looked>,
): Promise<Map<string, Looked>> {
  const stored = openStoredPages(ports);
  const found = new Map<string, Looked>();
  const order = picked.toSorted(
    (a, b) => (a.host < b.host ? -1 : a.host > b.host ? 1 : 0) || a.visit.changedAt - b.visit.changedAt,
  );
  await sideBySide(order, atOnce, async (page) => {
    const key = keyOf(page);
    const before = known.get(key);
    found.set(key, before ?? lookedAt(await stored.of({ job, host: page.host }, page.visit)));
  });
  return found;
}

function lookedAt(page: StoredPage | undefined): Looked {
  if (page === undefined) return {};
  const { title, topic } = page.record;
  const classes = (topic?.classes ?? []).slice(0, shownClasses).map((one) => ({
    name: nameOf(one).slice(0, longestTitle),
    share: Math.round(one.share * 1_000) / 1_000,
  }));
  return {
    ...(title === '' ? {} : { title: title.slice(0, longestTitle) }),
    ...(classes.length === 0 ? {} : { classes }),
  };
}

function dotOf(page: PickedVisit, place: number, found: ReadonlyMap<string, Looked>): Dot {
  const { relevance, score, onTopic, visit } = page;
  return {
    url: shortUrl(visit.url),
    at: visit.firstSeen,
    place,
    relevance: Math.round(relevance * 10_000) / 10_000,
    score,
    onTopic,
    depth: visit.depth,
    says: visit.detail ?? '',
    ...found.get(keyOf(page)),
  };
}

function shortUrl(url: string): string {
  return url.length <= longestUrl ? url : `${url.slice(0, longestUrl)}…`;
}

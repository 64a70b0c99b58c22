import { hash } from 'node:crypto';
import {
  dollars,
  escaped,
  foreign,
  instant,
  jsonInHtml,
  some,
  span,
  whole,
} from '../../../base/html/text.ts';
import { version } from '../../../base/version.ts';
import { harvestPercent } from '../../focus/harvest-counts.ts';
import type { Report } from '../report.ts';
import { paceChart, paceUnit, relevanceByTime, relevanceChart } from './chart.ts';
import { script } from './script.ts';
import { strategySection } from './strategy-card.ts';
import { style } from './style.ts';
import {
  classTable,
  costTable,
  countTable,
  depthTable,
  failureTable,
  frontierTable,
  hostTable,
  pageTable,
} from './tables.ts';

export interface PageOptions {
  /** Seconds after which the page looks for its newest state where it came from; absent: it stands for itself. */
  readonly refreshSeconds?: number;
  /** The crawl is over: no newer state will come. */
  readonly isLast?: boolean;
}

/** Nothing runs but our own script, whatever the titles of pages say; nothing is fetched but, while watched, the page itself. */
function policy(isWatched: boolean): string {
  const own = `'sha256-${hash('sha256', script, 'base64')}'`;
  return `default-src 'none'; script-src ${own}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'${isWatched ? "; connect-src 'self'" : ''}`;
}

/** A report as one HTML page that needs nothing else: no script, font or picture from elsewhere. */
export function reportPage(report: Report, { refreshSeconds, isLast = false }: PageOptions = {}): string {
  const refresh = refreshSeconds === undefined || isLast ? '' : ` data-refresh="${refreshSeconds}"`;
  const unread =
    report.totals.unread === undefined
      ? ''
      : ` ${whole(report.totals.unread)} hosts are in the sums only: the time was up before their pages were read.`;
  return `<!doctype html>
<html lang="en"${refresh}>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy(refreshSeconds !== undefined))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${escaped(`${report.job} – Winnow`)}</title>
<style>${style}</style>
<main${isLast ? ' data-last' : ''}>
${header(report, refreshSeconds, isLast)}
${figures(report)}
${relevanceOverTime(report)}
${strategySection(report)}
${card('Frontier', `${frontierNote}${frontierTable(report)}`)}
<div class="cards">
${cards(report).join('\n')}
</div>
<footer><p>Made by Winnow ${escaped(version)}, ${instant(report.at)}, of what the crawl has stored.${unread} Relevance is the probability that the score of the topic filter stands for, 0.5 where a page is just relevant.</p></footer>
<script type="application/json" id="dots">${jsonInHtml(pickable(report))}</script>
</main>
<script>${script}</script>
</html>
`;
}

function header(
  { job, state, at, focus, hasTopic }: Report,
  seconds: number | undefined,
  isLast: boolean,
): string {
  const live =
    seconds === undefined
      ? instant(at)
      : isLast
        ? `${instant(at)}: the crawl has ended`
        : `${instant(at)}, anew every ${seconds} s`;
  const how = hasTopic ? `${focus.mode} focus, by ${focus.order}` : 'no topic';
  return `<header><h1>${foreign(job)}</h1><span class="state">${escaped(state)}</span><span class="dim">${escaped(how)}</span><span class="dim" id="live">${live}</span></header>`;
}

function figures({ totals, harvest, meanRelevance, cost }: Report): string {
  const list: (readonly [name: string, value: string, more: string])[] = [];
  if (harvest !== undefined && harvest.judged > 0) {
    const { kept, judged } = harvest;
    list.push([
      'Harvest',
      harvestPercent(kept / judged),
      `${whole(kept)} of ${whole(judged)} pages judged were kept`,
    ]);
  }
  if (meanRelevance !== undefined) {
    const few = totals.rated <= 1_000;
    const { all, fine, coarse } = meanRelevance;
    const [value = '', other = ''] = (few ? [all, fine] : [coarse, all]).map((mean) => mean.toFixed(2));
    const says = few ? `of all pages; ${other} of the last 100` : `of the last 1,000 pages; ${other} of all`;
    list.push(['Mean relevance', value, says]);
  }
  if (totals.relevantHosts > 0)
    list.push([
      'Breadth',
      whole(totals.relevantDomains),
      `${totals.relevantDomains === 1 ? 'domain has a page' : 'domains have pages'} on topic, on ${some(totals.relevantHosts, 'host')}`,
    ]);
  if (totals.records !== undefined)
    list.push(['Records', whole(totals.records), 'contents in the collection']);
  list.push(['Visited', whole(totals.visited), `URLs; ${some(totals.fetches, 'fetch', 'fetches')} in all`]);
  const arriving = totals.inboxes ? `, ${whole(totals.inboxes)} in inboxes` : '';
  const held = totals.held ? `, ${whole(totals.held)} held (winnow regions)` : '';
  list.push([
    'Pending',
    whole(totals.pending),
    `URLs${arriving}${held}; ${some(totals.hosts, 'host')} known so far`,
  ]);
  const { from, to } = totals;
  if (from !== undefined && to !== undefined && to > from) {
    const { unitMs, name } = paceUnit(totals.visited / (to - from));
    const rate = (totals.visited * unitMs) / (to - from);
    list.push(['Pace', whole(rate), `new pages ${name}, over ${span(to - from)}`]);
  }
  if (cost.perMillionPages !== undefined)
    list.push(['On AWS', dollars(cost.dollars), 'for all fetches, estimated']);
  const boxes = list.map(
    ([name, value, more]) =>
      `<div><span class="dim">${name}</span><b>${value}</b><span class="dim">${more}</span></div>`,
  );
  return `<div class="figures">${boxes.join('')}</div>`;
}

function relevanceOverTime(report: Report): string {
  const { dots, totals, sampled, curve, hasTopic } = report;
  const title = '<h2>Relevance</h2>';
  if (!hasTopic) {
    return `<section>${title}<p class="dim">This job has no topic, so no page has a relevance. With one, each page is a dot here, and the mean relevance a line over them.</p></section>`;
  }
  if (dots.length === 0)
    return `<section>${title}<p class="dim">No page has a verdict yet: the first ones will show here.</p></section>`;
  const some =
    sampled.dots < totals.rated
      ? ` ${whole(sampled.dots)} of the ${whole(totals.rated)} pages are shown: those whose URLs have the smallest MD5, which is as good as chance.`
      : ' Every page with a verdict is a dot.';
  const rough =
    sampled.curve < totals.rated ? ` The lines are reckoned from ${whole(sampled.curve)} of them.` : '';
  const coarse = (curve.at(-1)?.place ?? 0) > 100;
  return `<section>${title}
<input class="pick" type="radio" name="axis" id="by-time" checked><input class="pick" type="radio" name="axis" id="by-pages">
<div class="keys"><span><i class="k"></i>on topic</span><span><i></i>off topic</span><span><i class="f"></i>mean of the last 100 pages</span>${coarse ? '<span><i class="c"></i>last 1,000</span>' : ''}<span class="choice"><label for="by-time">by time</label><label for="by-pages">by pages</label></span></div>
<div class="plots">${relevanceByTime(report)}</div>
<p class="note">${some}${rough} Failures, redirects and pages that no filter judged are not among them.</p>
<div class="page" id="page" aria-live="polite"><p class="dim">Click a dot, or reach the picture with Tab and use the arrow keys, to see the page.</p></div>
</section>`;
}

function card(title: string, body: string): string {
  return `<section><h2>${title}</h2>${body}</section>`;
}

const frontierNote =
  '<p class="note">URLs that wait for their first visit, by what they promise and by how it stands with their hosts.</p>';

function cards(report: Report): readonly string[] {
  const { hasTopic, totals } = report;
  const rated = totals.rated > 0;
  return [
    ...(rated ? [card('How relevant the pages are', relevanceChart(report))] : []),
    ...(totals.visited > 0 ? [card('Pace', paceChart(report))] : []),
    ...(hasTopic
      ? [
          card('Classes', classTable(report)),
          card('Best hosts', hostTable(report)),
          card('Best pages', pageTable(report)),
        ]
      : []),
    card('Hosts', countTable('how they stand', report.hosts, 'There is no host yet.')),
    card('URLs by number of tries', countTable('last tries', report.tries, 'There is no URL yet.')),
    card('Visits by outcome', countTable('outcome', report.outcomes, 'Nothing has been fetched yet.')),
    card('What went wrong', failureTable(report)),
    ...(rated ? [card('Distance from the seeds', depthTable(report))] : []),
    card('Cost', costTable(report)),
  ];
}

/** What the script needs of each dot; `x` and `p`: where it stands by time and by pages, from 0 to 1. */
function pickable({ dots, totals, curve }: Report) {
  const { from = 0, to = 0 } = totals;
  const last = curve.at(-1)?.place ?? 1;
  const short = (place: number): number => Math.round(place * 10_000) / 10_000;
  return dots.map((dot) => ({
    ...dot,
    x: short(to > from ? (dot.at - from) / (to - from) : 0.5),
    p: short(last > 1 ? (dot.place - 1) / (last - 1) : 0.5),
  }));
}

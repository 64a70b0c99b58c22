import {
  bytes,
  dollars,
  escaped,
  foreign,
  linkTo,
  percent,
  some,
  span,
  whole,
} from '../../../base/html/text.ts';
import { ages, type Count, type FrontierBand, type Report } from '../report.ts';

const number = (text: string): string => `<td class="n">${text}`;

function table(head: readonly string[], rows: readonly string[], kind = ''): string {
  const cells = head.map((name) => {
    const isNumber = name.startsWith('#');
    return `<th${isNumber ? ' class="n"' : ''} scope="col">${escaped(name.replace('#', ''))}`;
  });
  const named = kind === '' ? '' : ` class="${kind}"`;
  return `<div class="scroll"><table${named}><tr>${cells.join('')}${rows.join('')}</table></div>`;
}

function none(text: string): string {
  return `<p class="dim">${escaped(text)}</p>`;
}

/** Names with counts, and a bar for the share of each. */
export function countTable(of: string, counts: readonly Count[], empty: string): string {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return none(empty);
  const rows = counts.map(
    ({ name, count }) =>
      `<tr><td class="t">${foreign(name)}${number(whole(count))}${number(percent(count / total))}${bar(count / total)}`,
  );
  return table([of, '#count', '#share', ''], rows);
}

/** Why URLs failed or brought nothing, with some of them. */
export function failureTable({ failures }: Report): string {
  if (failures.length === 0) return none('Nothing has.');
  const rows = failures.map(({ name, count, urls }) => {
    const links = urls.map((url) => `<br>${linkTo(url)}`).join('');
    const more =
      count > urls.length ? `<br><span class="dim">and ${whole(count - urls.length)} more</span>` : '';
    return `<tr><td class="t">${foreign(name)}${links}${more}${number(whole(count))}`;
  });
  return table(['URLs whose last visit ended so', '#count'], rows);
}

function scored(score: number): string {
  return Math.abs(score) >= 100 ? whole(score) : score.toPrecision(3);
}

function bar(share: number): string {
  return `<td class="share"><i style="width:${(100 * share).toFixed(1)}%"></i>`;
}

export function classTable({ classes, totals, hasTopic }: Report): string {
  if (!hasTopic) return none('This job has no topic: nothing is classified.');
  if (classes.length === 0) return none('No page has a verdict yet.');
  const rolledUp = classes.some(({ level }) => level > 0);
  const rows = classes.map(
    ({ id, label, level, onTopic, refused, all }) =>
      `<tr><td class="t" style="padding-left:${level * 0.9}rem">${foreign(label ?? id)}${label === undefined ? '' : ` <span class="dim">${foreign(id)}</span>`}` +
      `${number(whole(onTopic))}${number(whole(refused))}${rolledUp ? number(whole(all)) : ''}${bar(all / Math.max(1, totals.rated))}`,
  );
  return table(['best class', '#on topic', '#off topic', ...(rolledUp ? ['#rolled up'] : []), ''], rows);
}

export function hostTable({ bestHosts }: Report): string {
  if (bestHosts.length === 0) return none('No page has a verdict yet.');
  const rows = bestHosts.map(
    ({ host, pages, onTopic, relevance, pending }) =>
      `<tr><td class="t">${foreign(host)}${number(whole(pages))}${number(whole(onTopic))}${number(relevance.toFixed(2))}${number(whole(pending))}`,
  );
  return table(['host', '#pages', '#on topic', '#relevance', '#pending'], rows);
}

export function pageTable({ bestPages }: Report): string {
  if (bestPages.length === 0) return none('No page is on topic yet.');
  const rows = bestPages.map(
    ({ url, title, relevance, score }) =>
      `<tr><td class="t">${linkTo(url, title ?? url)}${title === undefined ? '' : `<br><span class="dim">${foreign(url)}</span>`}${number(relevance.toFixed(2))}${number(scored(score))}`,
  );
  return table(['page', '#relevance', '#score'], rows);
}

/** Darker is more. */
export function frontierTable({ frontier, totals }: Report): string {
  if (frontier.length === 0) {
    return none(
      totals.inboxes ? 'All that is pending is in inboxes: the next turns read them.' : 'Nothing is pending.',
    );
  }
  const used = ages
    .map((name, place) => ({ name, place }))
    .filter(({ place }) => frontier.some(({ urls }) => (urls[place] ?? 0) > 0));
  const rows = frontier.map((band, i) => {
    const cells = used.map(({ place }) => {
      const count = band.urls[place] ?? 0;
      if (count === 0) return number('');
      const strength = (0.12 + (0.5 * Math.log1p(count)) / Math.log1p(totals.pending)).toFixed(2);
      return `<td class="n" style="background:rgb(var(--warm)/${strength})">${whole(count)}`;
    });
    const all = band.urls.reduce((sum, count) => sum + count, 0);
    return `<tr><td>${bandName(band, frontier[i - 1])}${cells.join('')}${number(whole(all))}`;
  });
  return table(['promised relevance', ...used.map(({ name }) => `#${name}`), '#all'], rows, 'heat');
}

function bandName({ from }: FrontierBand, before: FrontierBand | undefined): string {
  if (from === undefined) return 'none promised';
  if (from === 0) return `below ${before?.from ?? 1}`;
  return `${from} and more`;
}

export function depthTable({ depths }: Report): string {
  if (depths.length === 0) return none('No page has a verdict yet.');
  const rows = depths
    .slice(0, 20)
    .map(
      ({ depth, pages, relevance }) =>
        `<tr>${number(whole(depth))}${number(whole(pages))}${number(relevance.toFixed(2))}${bar(relevance)}`,
    );
  return table(['#links from a seed', '#pages', '#mean relevance', ''], rows);
}

export function costTable({ cost, totals, cpuMs }: Report): string {
  const rows = cost.items.map(
    ({ name, unit, amount, dollars: price }) =>
      `<tr><td>${escaped(name)}${number(`${whole(amount)} ${unit}`)}${number(dollars(price))}`,
  );
  const million = cost.perMillionPages === undefined ? '' : `, ${dollars(cost.perMillionPages)} per million`;
  const own =
    `<p>${bytes(totals.bytes)} of answers, ${some(totals.turns, 'turn')} of hosts` +
    `${cpuMs === undefined ? '' : `, ${span(cpuMs)} of processor time`}.</p>`;
  return (
    own +
    table(
      ['on AWS, estimated', '#amount', '#price'],
      [
        ...rows,
        `<tr><td><b>together</b>${number(`${whole(totals.fetches)} fetches`)}${number(`<b>${dollars(cost.dollars)}</b>`)}`,
      ],
    ) +
    `<p class="note">What so many fetches and turns come to by the units that were measured${million}; list prices of ${escaped(cost.prices)}, without free tiers and without storage.</p>`
  );
}

import { escaped, whole } from '../../../base/html/text.ts';
import { largest } from '../../../base/long-lists.ts';
import type { CurvePoint, Report } from '../report.ts';
import { numberTicks, type Tick, timeTicks } from './ticks.ts';

/** The drawing is stretched to whatever room there is; lines and dots keep their size. */
export const [width, height] = [1_000, 400] as const;
/** Marks of an axis on a wide screen; a narrow one shows every second. */
const ticksWanted = 8;

type Axis = (one: { readonly at: number; readonly place: number }) => number;

/** Dots and mean relevance twice, by time and by pages; which of them is seen the reader chooses. */
export function relevanceByTime(report: Report): string {
  const { from = 0, to = 0 } = report.totals;
  const last = report.curve.at(-1)?.place ?? 1;
  const byTime: Axis = ({ at }) => (to > from ? (at - from) / (to - from) : 0.5);
  const byPages: Axis = ({ place }) => (last > 1 ? (place - 1) / (last - 1) : 0.5);
  return [
    plot('by-time', report, byTime, timeTicks(from, to, ticksWanted), 'time of the first visit (UTC)'),
    plot('by-pages', report, byPages, numberTicks(last, ticksWanted, whole), 'pages'),
  ].join('');
}

function plot(name: string, { dots, curve }: Report, x: Axis, ticks: readonly Tick[], axis: string): string {
  const drawn = (onTopic: boolean): string =>
    dots
      .filter((dot) => dot.onTopic === onTopic)
      .map((dot) => `M${at(x(dot) * width)} ${at((1 - dot.relevance) * height)}h0`)
      .join('');
  const line = (value: (point: CurvePoint) => number): string =>
    curve
      .map((point, i) => `${i === 0 ? 'M' : 'L'}${at(x(point) * width)} ${at((1 - value(point)) * height)}`)
      .join('');
  const coarse =
    (curve.at(-1)?.place ?? 0) > 100 ? `<path class="coarse" d="${line(({ coarse }) => coarse)}"/>` : '';
  const drawing =
    `<path class="dot refused" d="${drawn(false)}"/><path class="dot on-topic" d="${drawn(true)}"/>` +
    `<path class="fine" d="${line(({ fine }) => fine)}"/>${coarse}`;
  const rates = [0, 0.25, 0.5, 0.75, 1].map((part) => ({ place: part, label: String(part) }));
  return frame({ name, drawing, x: ticks, y: rates, xAxis: axis, yAxis: 'relevance', picks: true });
}

/** How many pages were visited for the first time, over the time. */
export function paceChart({ pace, totals }: Report): string {
  const { from = 0 } = totals;
  const { unitMs, name } = paceUnit(largest(pace.pages, 0) / pace.partMs);
  const rates = pace.pages.map((pages) => (pages * unitMs) / pace.partMs);
  const most = largest(rates, 0);
  const step = width / Math.max(1, rates.length);
  const bars = rates.map((rate, i) => {
    const tall = (rate / Math.max(most, Number.MIN_VALUE)) * height;
    return `M${at(i * step)} ${height}v${at(-tall)}h${at(step * 0.8)}v${at(tall)}z`;
  });
  return frame({
    name: 'pace',
    drawing: `<path class="bar" d="${bars.join('')}"/>`,
    x: timeTicks(from, from + pace.partMs * rates.length, 5),
    y: numberTicks(most, 3, whole),
    xAxis: 'time (UTC)',
    yAxis: `pages ${name}`,
    picks: false,
  });
}

/** The unit of time in which a pace is told in whole pages. @param perMs pages a ms */
export function paceUnit(perMs: number): { readonly unitMs: number; readonly name: string } {
  const units = [
    { unitMs: 60_000, name: 'a minute' },
    { unitMs: 3_600_000, name: 'an hour' },
  ];
  return units.find(({ unitMs }) => perMs * unitMs >= 3) ?? { unitMs: 86_400_000, name: 'a day' };
}

/** How relevant the pages are. */
export function relevanceChart({ relevance, totals }: Report): string {
  const most = largest(relevance, 1);
  const step = width / relevance.length;
  const bars = relevance.map((pages, i) => {
    const tall = (pages / most) * height;
    return `M${at(i * step + 3)} ${height}v${at(-tall)}h${at(step - 6)}v${at(tall)}z`;
  });
  const share = most / Math.max(1, totals.rated);
  const parts = [0, 0.25, 0.5, 0.75, 1].map((part) => ({ place: part, label: String(part) }));
  return frame({
    name: 'distribution',
    drawing: `<path class="bar" d="${bars.join('')}"/>`,
    x: parts,
    y: numberTicks(share * 100, 3, (value) => `${value} %`),
    xAxis: 'relevance',
    yAxis: 'share of pages',
    picks: false,
  });
}

/** A drawing and its axes. */
export interface Frame {
  readonly name: string;
  readonly drawing: string;
  readonly x: readonly Tick[];
  readonly y: readonly Tick[];
  readonly xAxis: string;
  readonly yAxis: string;
  /** Its dots can be picked. */
  readonly picks: boolean;
}

export function frame({ name, drawing, x, y, xAxis, yAxis, picks }: Frame): string {
  const rows = y.map(
    ({ place, label }) => `<span style="bottom:${at(place * 100)}%">${escaped(label)}</span>`,
  );
  // Wide enough for its labels, and so that none at an end of the axis leaves the card.
  const room = y.reduce((most, { label }) => Math.max(most, label.length), 0);
  const grid = y.map(({ place }) => `M0 ${at((1 - place) * height)}h${width}`).join('');
  const columns = x.map(
    ({ place, label }) =>
      `<span style="left:${at(place * 100)}%;transform:translateX(-${at(place * 100)}%)">${escaped(label)}</span>`,
  );
  const area = picks
    ? `<div class="area" tabindex="0" role="group" aria-label="One dot for each page; arrow keys go from page to page"><div class="ring" hidden></div>`
    : '<div class="area">';
  return (
    `<figure class="plot ${name}"><div class="y-name">${escaped(yAxis)}</div><div class="y" style="min-width:calc(${room}ch + .7rem)">${rows.join('')}</div>${area}` +
    `<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true"><path class="grid" d="${grid}"/>${drawing}</svg></div>` +
    `<div class="x">${columns.join('')}</div><div class="x-name">${escaped(xAxis)}</div></figure>`
  );
}

/** A place in the drawing. */
export function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}

import type { Asked } from '../section.ts';

/** A year, a month of it or a day of it; months and days from 1. */
export interface Period {
  readonly y: number;
  readonly m?: number;
  readonly d?: number;
}

/** How a site writes a period into its URLs. */
export interface DateForm {
  write(at: string, period: Period): string;
  read(at: string, asked: Asked): Period | undefined;
}

export const months =
  'January February March April May June July August September October November December'.split(' ');

const two = (number: number): string => String(number).padStart(2, '0');
const iso = ({ y, m, d }: Period): string =>
  [y, m, d]
    .filter((part) => part !== undefined)
    .map(two)
    .join('-');

/** What is written with the parts of a period in one place, read back by a pattern with up to three groups. */
function inPath(
  path: (period: Period) => string,
  pattern: RegExp,
  month: (text: string) => number = Number,
): DateForm {
  return {
    write: (at, period) => `${at}/${path(period)}`,
    read(at, { path: asked }) {
      if (!asked.startsWith(`${at}/`)) return undefined;
      const [found, y, m, d] = pattern.exec(asked.slice(at.length + 1)) ?? [];
      return found === undefined ? undefined : valid(y, m === undefined ? undefined : month(m), d);
    },
  };
}

function inQuery(
  query: (period: Period) => string,
  values: (query: URLSearchParams) => readonly (string | null)[],
): DateForm {
  return {
    write: (at, period) => `${at}?${query(period)}`,
    read(at, asked) {
      if (asked.path !== at) return undefined;
      const [y, m, d] = values(asked.query).map((value) => value ?? undefined);
      return valid(y, m, d);
    },
  };
}

function valid(y?: string, m?: string | number, d?: string): Period | undefined {
  if (!y || !/^\d{4}$/.test(y)) return undefined;
  const period = { y: Number(y), ...(m ? { m: Number(m) } : {}), ...(d ? { d: Number(d) } : {}) };
  const ok = (period.m ?? 1) >= 1 && (period.m ?? 1) <= 12 && (period.d ?? 1) >= 1 && (period.d ?? 1) <= 31;
  return ok ? period : undefined;
}

const shortName = (m: number): string => (months[m - 1] ?? '').slice(0, 3).toLowerCase();
const dayMs = 86_400_000;

export const dateForms = {
  folders: inPath(
    ({ y, m, d }) =>
      `${[y, m, d]
        .filter((part) => part !== undefined)
        .map(two)
        .join('/')}/`,
    /^(\d{4})\/(?:(\d\d)\/(?:(\d\d)\/)?)?$/,
  ),
  files: inPath((period) => `${iso(period)}.html`, /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?\.html$/),
  compact: inPath((period) => iso(period).replaceAll('-', ''), /^(\d{4})(?:(\d\d)(\d\d)?)?$/),
  named: inPath(
    ({ y, m, d }) => [y, ...(m ? [shortName(m)] : []), ...(d ? [d] : [])].join('/'),
    /^(\d{4})(?:\/([a-z]{3})(?:\/(\d\d?))?)?$/,
    (name) => months.findIndex((one) => one.slice(0, 3).toLowerCase() === name) + 1,
  ),
  parts: inQuery(
    ({ y, m, d }) => [`y=${y}`, ...(m ? [`m=${m}`] : []), ...(d ? [`d=${d}`] : [])].join('&'),
    (query) => [query.get('y'), query.get('m'), query.get('d')],
  ),
  dashed: inQuery(
    (period) => `${period.d ? 'date' : period.m ? 'month' : 'year'}=${iso(period)}`,
    (query) => (query.get('date') ?? query.get('month') ?? query.get('year') ?? '').split('-'),
  ),
  offset: inQuery(
    ({ y, m, d }) => `shift=${(y - 2026) * 12 + (m ?? 1) - 11}${d ? `&tag=${d}` : ''}`,
    (query) => {
      if (!query.has('shift')) return [];
      const { y, m } = shifted({ y: 2026, m: 11 }, Number(query.get('shift')));
      return [String(y), String(m), query.get('tag')];
    },
  ),
  epoch: inQuery(
    ({ y, m, d }) =>
      `view=${d ? 'day' : m ? 'month' : 'year'}&t=${Date.UTC(y, (m ?? 1) - 1, d ?? 1) / 1_000}`,
    (query) => {
      const date = new Date(Number(query.get('t')) * 1_000);
      if (Number.isNaN(date.getTime()) || !query.has('t')) return [];
      const view = query.get('view');
      return iso({ y: date.getUTCFullYear(), m: date.getUTCMonth() + 1, d: date.getUTCDate() })
        .split('-')
        .slice(0, view === 'day' ? 3 : view === 'month' ? 2 : 1);
    },
  ),
} as const satisfies Readonly<Record<string, DateForm>>;

export type DateFormName = keyof typeof dateForms;
export const dateFormNames = Object.keys(dateForms) as readonly DateFormName[];

/** The period of the same length `by` periods later; negative for earlier. */
export function shifted({ y, m, d }: Period, by: number): Period {
  if (m === undefined) return { y: y + by };
  if (d === undefined) {
    const count = y * 12 + m - 1 + by;
    return { y: Math.floor(count / 12), m: (count % 12) + 1 };
  }
  const date = new Date(Date.UTC(y, m - 1, d) + by * dayMs);
  return { y: date.getUTCFullYear(), m: date.getUTCMonth() + 1, d: date.getUTCDate() };
}

export function daysIn(y: number, m: number): number {
  return new Date(Date.UTC(y, m, 0)).getUTCDate();
}

/** As a reader sees it: `3 May 2031`. */
export function spoken({ y, m, d }: Period): string {
  return [d, m === undefined ? undefined : months[m - 1], y].filter((part) => part !== undefined).join(' ');
}

/** For ids: `2031-05-03`. */
export const isoOf = iso;

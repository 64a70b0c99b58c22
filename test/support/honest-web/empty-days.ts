import { type Answer, type Asked, honest, type Plot, type Section, trap } from '../trap-web/section.ts';
import { type DateForm, isoOf, type Period, shifted, spoken } from '../trap-web/text/dates.ts';
import { linkLine, linkList } from '../trap-web/text/markup.ts';
import { weather } from './readings.ts';
import { headed, table } from './tables.ts';

type Say = (day: Required<Period>, asked: Asked) => { readonly title: string; readonly main: string };

const today: Required<Period> = { y: 2026, m: 11, d: 27 };
const hours = Array.from({ length: 24 }, (_, hour) => `${hour}:00`);
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** What pages of days say on which nothing is. */
export const emptyDays: Readonly<Record<string, Say>> = {
  'no-events': (day) => headed(spoken(day), '<p>No events on this day.</p>\n'),
  clocked: (day, { serial }) => {
    const clock = new Date(serial * 7_919_000).toISOString().slice(11, 19);
    const stamp = `<p>It is ${clock}. Visitor ${48_211 + serial}. Page generated in 0.${(serial * 37) % 900} s.</p>\n`;
    return headed(spoken(day), `<p>Nothing is planned.</p>\n${stamp}`);
  },
  'no-data': (day) => headed(`Readings of ${spoken(day)}`, noReadings),
  'five-forms': (day) => {
    const date = new Date(Date.UTC(day.y, day.m - 1, day.d));
    const dayOfYear = (Date.UTC(day.y, day.m - 1, day.d) - Date.UTC(day.y, 0, 0)) / 86_400_000;
    const forms = [
      ...[`${weekdays[date.getUTCDay()]} ${spoken(day)}`, isoOf(day), `${day.m}/${day.d}/${day.y}`],
      ...[isoOf(day).replaceAll('-', ''), `day ${dayOfYear} of ${day.y}`],
    ];
    const rows = ['Morning', 'Noon', 'Evening'].map((time) => [time, '', '']);
    return headed(forms.join(', '), table(['Time', 'Room', 'Booked by'], rows));
  },
};

const noReadings = table(
  ['Hour', 'Temperature', 'Humidity', 'Rain'],
  hours.map((hour) => [hour, 'no data', 'no data', 'no data']),
);

/** A page for each day of all times, which leads to the days before and after, and to those of its week. */
export function days({ at }: Plot, form: DateForm, say: Say): Section {
  return {
    kind: 'calendar',
    shape: 'empty days',
    honest: [],
    nav: () => [{ href: form.write(at, today), anchor: 'Today' }],
    answer(asked) {
      const day = dayIn(form.read(at, asked));
      if (day === undefined) return undefined;
      const { title, main } = say(day, asked);
      return trap('calendar', { title, main: main + around(at, form, day) });
    },
  };
}

/** 100 days of readings, and the same without any for every day after. */
export function readingsThatEnd({ at, seed }: Plot, form: DateForm): Section {
  const kept = 100;
  const readings = weather(seed);
  const hrefs = Array.from({ length: kept }, (_, key) => form.write(at, shifted(today, key - kept)));
  const keys = new Map(hrefs.map((href, key) => [href, key]));
  const index = linkList(hrefs.map((href, key) => ({ href, anchor: spoken(shifted(today, key - kept)) })));
  return {
    kind: 'calendar',
    shape: 'readings that end',
    honest: ['index', ...hrefs.map((_, key) => String(key))],
    nav: () => [{ href: `${at}/index.html`, anchor: 'Readings' }],
    answer(asked): Answer | undefined {
      if (asked.href === `${at}/index.html`) return honest('index', headed('Readings', index));
      const day = dayIn(form.read(at, asked));
      if (day === undefined) return undefined;
      const key = keys.get(asked.href);
      const main = key === undefined ? noReadings : readings.page(key).main;
      const draft = headed(`Readings of ${spoken(day)}`, main + around(at, form, day));
      return key === undefined ? trap('calendar', draft) : honest(String(key), draft);
    },
  };
}

function dayIn(period: Period | undefined): Required<Period> | undefined {
  if (period?.m === undefined || period.d === undefined) return undefined;
  return { y: period.y, m: period.m, d: period.d };
}

function around(at: string, form: DateForm, day: Period): string {
  const links = [
    [-1, 'Previous day'],
    [1, 'Next day'],
    [7, 'Next week'],
  ] as const;
  return linkLine(links.map(([by, anchor]) => ({ href: form.write(at, shifted(day, by)), anchor })));
}

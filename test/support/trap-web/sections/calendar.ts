import { type Answer, honest, type PageLink, type Plot, type Section, trap } from '../section.ts';
import { type DateFormName, dateForms, daysIn, isoOf, type Period, shifted, spoken } from '../text/dates.ts';
import { article, linkLine, linkList, titleOf } from '../text/markup.ts';

export interface CalendarOptions {
  readonly form: DateFormName;
  /** A link for each day of a month. */
  readonly days: boolean;
  /** The numbers of the days stand in the page of a month, links or not. */
  readonly grid: boolean;
  /** Links to the year before and after too. */
  readonly leaps: boolean;
  /** What else the same month is shown as: week, list, print … each a parameter more. */
  readonly views: readonly string[];
  /** Honest events in the current and the next month, each with a page. */
  readonly events: number;
}

const now: Period = { y: 2026, m: 11 };
const eventFolder = '/event/';

/** A calendar that has a page for every month and day of all times, and next to nothing in them. */
export function calendar({ at, seed }: Plot, options: CalendarOptions): Section {
  const form = dateForms[options.form];
  const events = Array.from({ length: options.events }, (_, i) => `event-${i}`);
  const eventsIn = ({ y, m, d }: Period): readonly string[] =>
    d === undefined && y === now.y ? events.filter((_, i) => m === (now.m ?? 1) + (i % 2)) : [];
  const linkTo = (period: Period, anchor: string, view?: string): PageLink => {
    const href = form.write(at, period);
    return {
      href: view === undefined ? href : `${href}${href.includes('?') ? '&' : '?'}mode=${view}`,
      anchor,
    };
  };
  const eventLink = (id: string): PageLink => ({
    href: `${at}${eventFolder}${id}`,
    anchor: titleOf(seed, id),
  });

  function page(period: Period, view: string | undefined): Answer {
    const { y, m, d } = period;
    const here = spoken(period);
    const list = eventsIn(period);
    const days =
      m === undefined || d !== undefined
        ? []
        : Array.from({ length: daysIn(y, m) }, (_, i) => ({ y, m, d: i + 1 }));
    const around = [
      linkTo(shifted(period, -1), '« Previous', view),
      linkTo(shifted(period, 1), 'Next »', view),
      ...(d === undefined ? [] : [linkTo({ y, m: m ?? 1 }, 'Whole month')]),
      ...(options.leaps && m !== undefined && d === undefined
        ? [linkTo({ y: y - 1, m }, `${y - 1}`), linkTo({ y: y + 1, m }, `${y + 1}`)]
        : []),
    ];
    const main = [
      `<h1>Events: ${here}</h1>\n`,
      list.length === 0 ? `<p>There are no events in ${here}.</p>\n` : linkList(list.map(eventLink)),
      options.days ? linkLine(days.map((day) => linkTo(day, String(day.d)))) : '',
      options.grid && !options.days
        ? `<table><tr>${days.map((day) => `<td>${day.d}</td>`).join('')}</tr></table>`
        : '',
      linkLine(around),
      linkLine(options.views.map((name) => linkTo(period, `As ${name}`, name))),
    ].join('');
    const draft = { title: `Events ${here}`, main };
    if (list.length > 0 && view === undefined) return honest(isoOf(period), draft);
    return trap('calendar', draft);
  }

  const withEvents = [now, shifted(now, 1)].filter((month) => eventsIn(month).length > 0);
  return {
    kind: 'calendar',
    shape: options.form,
    honest: [...withEvents.map(isoOf), ...events],
    nav: () => [linkTo(now, 'Events')],
    answer(asked) {
      if (asked.path.startsWith(at + eventFolder)) {
        const id = asked.path.slice(at.length + eventFolder.length);
        return events.includes(id) ? honest(id, article(90, [seed, id])) : undefined;
      }
      const period = form.read(at, asked);
      return period === undefined ? undefined : page(period, asked.query.get('mode') ?? undefined);
    },
  };
}

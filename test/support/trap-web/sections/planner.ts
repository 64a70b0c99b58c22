import { type Answer, type PageLink, type Plot, type Section, trap } from '../section.ts';
import { linkLine } from '../text/markup.ts';

/** `weeks`: `/2026/week-47/`, with a link for each of its days. `slots`: an hour of a day, `?day=2026-11-21&hour=9`. */
export type PlannerForm = 'weeks' | 'slots';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 10, 16);
const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const hours = [9, 10, 11, 14, 15];

/** A calendar that counts by weeks or by hours, in which nothing ever happens. */
export function planner({ at }: Plot, { form }: { readonly form: PlannerForm }): Section {
  const weekHref = (week: number, day?: number): string => {
    const count = week + 46;
    const folder = `${at}/${2026 + Math.floor(count / 52)}/week-${(((count % 52) + 52) % 52) + 1}/`;
    return day === undefined ? folder : `${folder}${dayNames[day]}`;
  };
  const dayOf = (day: number): string => new Date(start + day * dayMs).toISOString().slice(0, 10);
  const slotHref = (day: number, hour?: number): string =>
    `${at}?day=${dayOf(day)}${hour === undefined ? '' : `&hour=${hour}`}`;

  function week(index: number, day: number | undefined): Answer {
    const links: PageLink[] = [
      { href: weekHref(index - 1, day), anchor: 'Earlier' },
      { href: weekHref(index + 1, day), anchor: 'Later' },
      ...(day === undefined
        ? dayNames.map((anchor, i) => ({ href: weekHref(index, i), anchor }))
        : [{ href: weekHref(index), anchor: 'Whole week' }]),
    ];
    const name = day === undefined ? `Week ${index}` : `${dayNames[day]}, week ${index}`;
    return trap('calendar', {
      title: name,
      main: `<h1>${name}</h1><p>Nothing planned.</p>${linkLine(links)}`,
    });
  }

  function slot(day: number, hour: number | undefined): Answer {
    const links: PageLink[] = [
      { href: slotHref(day - 1), anchor: 'Day before' },
      { href: slotHref(day + 1), anchor: 'Day after' },
      ...hours.map((one) => ({ href: slotHref(day, one), anchor: `${one}:00` })),
    ];
    const name = `Book a room on ${dayOf(day)}${hour === undefined ? '' : ` at ${hour}:00`}`;
    return trap('calendar', {
      title: name,
      main: `<h1>${name}</h1><p>Please call us.</p>${linkLine(links)}`,
    });
  }

  return {
    kind: 'calendar',
    shape: form,
    honest: [],
    nav: () => [{ href: form === 'weeks' ? weekHref(0) : slotHref(0), anchor: 'Planner' }],
    answer({ href, path, query }) {
      if (form === 'slots') {
        const day = path === at ? Date.parse(query.get('day') ?? '') : Number.NaN;
        const hour = query.get('hour');
        return Number.isNaN(day)
          ? undefined
          : slot((day - start) / dayMs, hour === null ? undefined : Number(hour));
      }
      const [found, year, number, day] =
        /^\/(\d+)\/week-(\d+)\/([a-z]{3})?$/.exec(href.slice(at.length)) ?? [];
      if (found === undefined || !href.startsWith(at)) return undefined;
      const index = (Number(year) - 2026) * 52 + Number(number) - 47;
      return week(index, day === undefined ? undefined : dayNames.indexOf(day));
    },
  };
}

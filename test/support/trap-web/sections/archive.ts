import { type Answer, honest, type PageLink, type Plot, type Section, trap } from '../section.ts';
import { type DateFormName, dateForms, daysIn, isoOf, type Period, shifted, spoken } from '../text/dates.ts';
import { article, linkLine, linkList, paragraphs, titleOf } from '../text/markup.ts';
import { dice } from '../text/prose.ts';

export interface ArchiveOptions {
  readonly form: DateFormName;
  /** Years that it has, from 2014 on. */
  readonly years: number;
  /** Days of each month that have a page. 31: every day. */
  readonly daysPerMonth: number;
  /** The pages of months name what their days bring; otherwise there are only numbers. */
  readonly headlines: boolean;
  /** Its links to the month before and after do not end where the archive does. */
  readonly endless: boolean;
  /** Words of the page of a day. */
  readonly words: number;
}

const firstYear = 2014;

/** An honest archive: years, their months, and a page behind every day that has one. */
export function archive({ at, seed }: Plot, options: ArchiveOptions): Section {
  const { years, daysPerMonth, headlines, endless, words } = options;
  const form = dateForms[options.form];
  const index = `${at}/`;
  const has = ({ y }: Period): boolean => y >= firstYear && y < firstYear + years;
  const href = (period: Period): string => form.write(at, period);
  const linkTo = (period: Period, anchor = spoken(period)): PageLink => ({ href: href(period), anchor });
  const daysOf = (y: number, m: number): readonly number[] => {
    const all = Array.from({ length: daysIn(y, m) }, (_, i) => i + 1);
    const roll = dice(seed, y, m);
    while (all.length > daysPerMonth) all.splice(roll.below(all.length), 1);
    return all;
  };
  const monthsOf = (y: number): readonly Period[] => Array.from({ length: 12 }, (_, i) => ({ y, m: i + 1 }));
  const allYears = Array.from({ length: years }, (_, i) => ({ y: firstYear + i }));
  const allMonths = allYears.flatMap(({ y }) => monthsOf(y));
  const allDays = allMonths.flatMap(({ y, m = 1 }) => daysOf(y, m).map((d) => ({ y, m, d })));

  function month(period: Period, y: number, m: number): Answer {
    const days = has(period) ? daysOf(y, m) : [];
    const around = [shifted(period, -1), shifted(period, 1)].filter((other) => endless || has(other));
    const names = days.map((d) => {
      const day = { y, m, d };
      return linkTo(day, headlines ? `${d}: ${titleOf(seed, isoOf(day))}` : String(d));
    });
    const draft = {
      title: `Archive: ${spoken(period)}`,
      main: `<h1>${spoken(period)}</h1>\n${days.length === 0 ? '<p>Nothing was published in this month.</p>' : linkList(names)}${linkLine(around.map((other) => linkTo(other)))}`,
    };
    return has(period) ? honest(isoOf(period), draft) : trap('calendar', draft);
  }

  function answer(period: Period): Answer | undefined {
    const { y, m, d } = period;
    if (m !== undefined && d === undefined && (endless || has(period))) return month(period, y, m);
    if (!has(period)) return undefined;
    if (m === undefined) {
      const main = `<h1>The year ${y}</h1>\n${linkList(monthsOf(y).map((other) => linkTo(other)))}`;
      return honest(isoOf(period), { title: `Archive: ${y}`, main });
    }
    if (d === undefined || !daysOf(y, m).includes(d)) return undefined;
    const page = article(words, [seed, isoOf(period)], [linkTo({ y, m }, `More of ${spoken({ y, m })}`)]);
    return honest(isoOf(period), { ...page, main: `${paragraphs([spoken(period)])}${page.main}` });
  }

  return {
    kind: 'archive',
    shape: `${options.form}${headlines ? '' : '-numbers'}${endless ? '-endless' : ''}`,
    honest: ['index', ...[...allYears, ...allMonths, ...allDays].map(isoOf)],
    nav: () => [{ href: index, anchor: 'Archive' }],
    answer(asked) {
      if (asked.path === index && asked.query.size === 0) {
        const main = `<h1>Archive</h1>\n${linkList(allYears.map((year) => linkTo(year)))}`;
        return honest('index', { title: 'Archive', main });
      }
      const period = form.read(at, asked);
      // A page has one URL, however else it could be written.
      return period && href(period) === asked.href ? answer(period) : undefined;
    },
  };
}

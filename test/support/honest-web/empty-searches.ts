import { honest, type PageLink, type Plot, type Section, trap } from '../trap-web/section.ts';
import { escaped, linkLine, linkList, titleOf } from '../trap-web/text/markup.ts';
import { dice } from '../trap-web/text/prose.ts';
import { people, places } from '../trap-web/text/vocabulary.ts';
import { headed, table } from './tables.ts';

/** A phone book that finds nobody, and proposes names like the one that was asked for. */
export function nobody({ at }: Plot): Section {
  const href = (name: string): string => `${at}/search?name=${encodeURIComponent(name)}`;
  const linkTo = (name: string): PageLink => ({ href: href(name), anchor: name });
  return {
    kind: 'soft-404',
    shape: 'nobody',
    honest: ['form'],
    nav: () => [{ href: `${at}/`, anchor: 'Phone book' }],
    answer(asked) {
      const names = linkList(people.slice(0, 20).map((name) => linkTo(name.toLowerCase())));
      if (asked.href === `${at}/`) return honest('form', headed('Phone book', names));
      const name = asked.path === `${at}/search` ? asked.query.get('name') : null;
      if (name === null) return undefined;
      const roll = dice(name);
      const alike = [
        `${name}s`,
        `${name} ${roll.pick(people).toLowerCase()}`,
        name.slice(1) + name.slice(0, 1),
      ];
      const main = `<p>Nothing found for “${escaped(name)}”.</p>\n${linkLine(alike.map(linkTo))}`;
      return trap('soft-404', headed(`Search: ${name}`, main));
    },
  };
}

const filters = {
  season: Array.from({ length: 8 }, (_, i) => String(2015 + i)),
  team: places.slice(0, 12),
  venue: ['home', 'away', 'neutral'],
  sort: ['date', 'score', 'spectators', 'team'],
} as const;
type Filter = keyof typeof filters;
const filterNames = Object.keys(filters) as readonly Filter[];

interface Match {
  readonly season: string;
  readonly team: string;
  readonly venue: string;
  readonly score: string;
}

/** A list of results which filters show in parts and in other orders. */
export function filteredResults({ at, seed }: Plot): Section {
  const matches = Array.from({ length: 60 }, (_, key): Match => {
    const roll = dice(seed, key);
    const score = `${roll.below(6)}:${roll.below(6)}`;
    return {
      season: roll.pick(filters.season),
      team: roll.pick(filters.team),
      venue: roll.pick(filters.venue),
      score,
    };
  });
  const path = `${at}/results`;
  return {
    kind: 'facets',
    shape: 'filtered results',
    honest: ['all'],
    nav: () => [{ href: path, anchor: 'Results' }],
    answer(asked) {
      if (asked.path !== path) return undefined;
      const set = new Map([...asked.query].filter(([name]) => name in filters));
      const shown = matches.filter((one) =>
        (['season', 'team', 'venue'] as const).every((name) => !set.has(name) || one[name] === set.get(name)),
      );
      const sort = set.get('sort');
      const order =
        sort === undefined
          ? shown
          : shown.toSorted((a, b) => dice(sort, a.score).next() - dice(sort, b.score).next());
      const rows = order.map((one) => [one.season, one.team, one.venue, one.score]);
      const links = filterNames.flatMap((name) =>
        filters[name].map((value) => {
          const query = new URLSearchParams([...new Map(set).set(name, value)]);
          return { href: `${path}?${query}`, anchor: value };
        }),
      );
      const main = `${linkLine(links)}${rows.length === 0 ? '<p>No results.</p>' : table(['Season', 'Team', 'Venue', 'Score'], rows)}`;
      const draft = headed('Results', main);
      return set.size === 0 ? honest('all', draft) : trap('facets', draft);
    },
  };
}

/** Lists of articles, and empty ones behind the last for ever. */
export function listsThatEnd({ at, seed }: Plot): Section {
  const lists = 12;
  const perList = 8;
  const href = (list: number): string => `${at}/?page=${list + 1}`;
  return {
    kind: 'soft-404',
    shape: 'lists that end',
    honest: Array.from({ length: lists }, (_, list) => String(list)),
    nav: () => [{ href: href(0), anchor: 'Entries' }],
    answer(asked) {
      const list = asked.path === `${at}/` ? Number(asked.query.get('page')) - 1 : -1;
      if (!Number.isInteger(list) || list < 0) return undefined;
      const more = linkLine([{ href: href(list + 1), anchor: 'Older entries' }]);
      if (list >= lists) return trap('soft-404', headed('Entries', `<p>No entries.</p>\n${more}`));
      const titles = Array.from({ length: perList }, (_, i) => `<li>${titleOf(seed, list, i)}</li>`);
      return honest(String(list), headed('Entries', `<ul>${titles.join('\n')}</ul>\n${more}`));
    },
  };
}

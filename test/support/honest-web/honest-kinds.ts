import type { Plot, Section } from '../trap-web/section.ts';
import { plain } from '../trap-web/shapes.ts';
import { type Dice, dice } from '../trap-web/text/prose.ts';
import { type TrapWeb, trapWeb } from '../trap-web/trap-web.ts';
import { deadDirectory, halfGone, redLinks } from './decayed.ts';
import { chessGames, dictionary, fileListings, parishRegister, timetables } from './further-texts.ts';
import { anchorLists, printCopies } from './lists.ts';
import { exchangeRates, firstDay, matchResults, spareParts, tideTables, weather } from './readings.ts';
import { catalogueCards, changelogs, logs, phoneBook } from './records.ts';
import { drawShape, type Shape, type Structure, structures } from './shape.ts';
import { captions, members, pageNumbers, shortThreads, statutes } from './short-texts.ts';
import { type Contents, site } from './site.ts';

type Make = (plot: Plot, shape: Shape, roll: Dice) => Section;

const said =
  (contents: (seed: string) => Contents): Make =>
  (plot, shape) =>
    site(plot, contents(plot.seed), shape);

const daily: Readonly<Record<string, Make>> = {
  'exchange-rates': said(exchangeRates),
  tides: said(tideTables),
  weather: said(weather),
  logs: said(logs),
};

/** What is less than the 200 fetches in a row that bring nothing, after which even what ends is held. */
const small: Readonly<Record<string, Make>> = { 'page-numbers': said(pageNumbers) };

const others: Readonly<Record<string, Make>> = {
  'spare-parts': said(spareParts),
  results: said(matchResults),
  'catalogue-cards': said(catalogueCards),
  'phone-book': said(phoneBook),
  changelogs: said(changelogs),
  statutes: said(statutes),
  'short-threads': said(shortThreads),
  captions: said(captions),
  ...small,
  members: said(members),
  'anchor-lists': anchorLists,
  'print-copies': printCopies,
  'red-links': redLinks,
  'half-gone': halfGone,
  'dead-directory': deadDirectory,
};

const further: Readonly<Record<string, Make>> = {
  timetables: said(timetables),
  'chess-games': said(chessGames),
  dictionary: said(dictionary),
  'file-listings': said(fileListings),
  'parish-register': said(parishRegister),
};

/** Kinds whose pages say next to nothing: in a row, or in lists that lead to lists, nothing tells them from those of an empty calendar. */
const sayingLittle: Readonly<Record<string, readonly Structure[]>> = {
  'page-numbers': ['index'],
  members: ['index', 'lists', 'tree'],
};

/** Honest sites that look poor to who counts words: each a host with 300 pages or more, drawn from a seed. */
export const honestKinds = websOf({ ...daily, ...others });

/** More of these, on which no rule is chosen. */
export const furtherKinds = websOf(further);

function websOf(makes: Readonly<Record<string, Make>>): Readonly<Record<string, (seed: number) => TrapWeb>> {
  return Object.fromEntries(
    Object.entries(makes).map(([name, make]) => [name, (seed: number) => hostOf(name, seed, make)]),
  );
}

function hostOf(name: string, seed: number, make: Make): TrapWeb {
  const roll = dice('honest web', name, seed);
  // Seeds that follow each other have all structures.
  const all = sayingLittle[name] ?? structures;
  const structure = all[(seed + dice(name).below(all.length)) % all.length] as Structure;
  const shape = drawShape(roll, structure, name in daily ? firstDay : undefined);
  const noise = roll.pick([undefined, undefined, undefined, 'stamp'] as const);
  const layout = { boilerplate: roll.pick([20, 60, 120]), ...(noise === undefined ? {} : { noise }) };
  const at = roll.pick([`/${name}`, '/archive', '/pub/data', '/~office/site']);
  const sections = [{ at, make: (plot: Plot) => make(plot, shape, roll) }];
  // Beside a chain, and what is small, stands what fills the host up to 300 pages.
  const isSmall = structure === 'chain' || name in small;
  const beside = isSmall ? [{ at: '/essays', make: plain(160) }] : [];
  return trapWeb(`honest/${name}/${seed}`, [
    {
      name: `${roll.pick(['office', 'harbour', 'club', 'town'])}.localhost`,
      layout,
      sections: [...sections, ...beside],
    },
  ]);
}

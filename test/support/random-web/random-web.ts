import type { Plot, Section, TrapKind } from '../trap-web/section.ts';
import { archive } from '../trap-web/sections/archive.ts';
import { calendar } from '../trap-web/sections/calendar.ts';
import { listing } from '../trap-web/sections/listing.ts';
import { dateFormNames } from '../trap-web/text/dates.ts';
import { type Dice, dice } from '../trap-web/text/prose.ts';
import { type Planned, type TrapWeb, trapWeb } from '../trap-web/trap-web.ts';
import { copies } from './copies.ts';
import { type EndlessOptions, endless } from './endless.ts';
import { facets } from './facets.ts';
import { deadLinks, looseForum, looseWiki, nearEqualShop, shelf, singleLinked } from './honest-sites.ts';
import { anyForm } from './url-forms.ts';

/** Those that can write a year without a month. */
const archiveForms = dateFormNames.filter((name) => name !== 'offset');

type Draw = (roll: Dice) => (plot: Plot) => Section;

/** Between two numbers, both included. */
const between = (roll: Dice, least: number, most: number): number => least + roll.below(most - least + 1);

const honestDraws: Readonly<Record<string, Draw>> = {
  archive: (roll) => {
    const years = between(roll, 2, 8);
    const daysPerMonth = roll.pick([1, 2, 4]);
    const form = roll.pick(archiveForms);
    const headlines = roll.chance(0.5);
    return (plot) => archive(plot, { years, daysPerMonth, form, headlines, endless: false, words: 70 });
  },
  listing: (roll) => {
    const form = roll.pick(['query', 'folder', 'offset', 'number'] as const);
    const pages = between(roll, 5, 40);
    const perPage = between(roll, 1, 8);
    const nextOnly = roll.chance(0.5);
    return (plot) => listing(plot, { form, pages, perPage, nextOnly, words: 80 });
  },
  chapters: sized(singleLinked, 20, 150),
  wiki: sized(looseWiki, 40, 300),
  shop: sized(nearEqualShop, 30, 200),
  forum: sized(looseForum, 30, 250),
  shelf: sized(shelf, 50, 300),
};

function sized(
  make: (plot: Plot, options: { pages: number; form: ReturnType<typeof anyForm> }) => Section,
  least: number,
  most: number,
): Draw {
  return (roll) => {
    const options = { pages: between(roll, least, most), form: anyForm(roll) };
    return (plot) => make(plot, options);
  };
}

const kindOf: Readonly<Record<EndlessOptions['says'], TrapKind>> = {
  ...{ same: 'directories', named: 'soft-404', counted: 'login', fresh: 'soft-404', written: 'soft-404' },
  ...{ missing: 'soft-404', redirect: 'redirects', home: 'redirects', refresh: 'redirects' },
};

function endlessDraw(says: readonly EndlessOptions['says'][]): Draw {
  return (roll) => {
    const said = roll.pick(says);
    const options: EndlessOptions = {
      says: said,
      kind: kindOf[said],
      form: anyForm(roll),
      leads: roll.pick(['next', 'both', 'anywhere', 'tree'] as const),
      links: between(roll, 1, 6),
      words: roll.pick([10, 40, 90]),
      entry: roll.pick(['home', 'nav', 'page'] as const),
    };
    return (plot) => endless(plot, options);
  };
}

const trapDraws: Readonly<Record<string, Draw>> = {
  endless: endlessDraw(['same', 'same', 'named', 'counted', 'missing']),
  moving: endlessDraw(['redirect', 'refresh', 'home']),
  calendar: (roll) => {
    const form = roll.pick(dateFormNames);
    const events = roll.pick([0, 0, 4]);
    const options = { days: roll.chance(0.6), grid: roll.chance(0.5), leaps: roll.chance(0.3), views: [] };
    return (plot) => calendar(plot, { ...options, form, events });
  },
  facets: (roll) => {
    const options = {
      products: between(roll, 20, 60),
      facets: between(roll, 3, 8),
      values: between(roll, 2, 6),
      writes: roll.pick(['query', 'path', 'matrix', 'joined'] as const),
      clickOrder: roll.chance(0.5),
    };
    return (plot) => facets(plot, options);
  },
  sessions: (roll) => {
    const place = roll.pick(['/#;sid=@', '/@/p#', '/p#?s=@', '/s-@/p#.html', '/d;sid=@/#', '/p#/@']);
    const options = { pages: between(roll, 8, 40), links: between(roll, 2, 6), place };
    return (plot) => copies(plot, { ...options, kind: 'sessions', named: 'answer', name: 'id' });
  },
  mirror: (roll) => {
    const place = roll.pick(['/m@/p#', '/@/mirror/#.html', '/p#?server=@', '/copy-@/#/']);
    const name = roll.pick(['id', 'number'] as const);
    const options = { pages: between(roll, 8, 40), links: between(roll, 2, 6), place, name };
    return (plot) => copies(plot, { ...options, kind: 'directories', named: 'mirror' });
  },
  dead: sized(deadLinks, 50, 500),
};

const freshDraw = endlessDraw(['fresh', 'written']);

function drawn(roll: Dice, draws: Readonly<Record<string, Draw>>, count: number): readonly Planned[] {
  const names = Object.keys(draws);
  return Array.from({ length: count }, (_, i) => {
    const name = names.splice(roll.below(names.length), 1)[0] as string;
    const word = roll.pick(['go', 'area', 'part', 'section', 'zone', 'x']);
    return { at: `/${roll.chance(0.5) ? name : word}${i}`, make: (draws[name] as Draw)(roll) };
  });
}

/**
 * A web drawn at random: honest sites and traps mixed on one host or two. In one of four a trap says something new
 * on every page. The same number draws the same web.
 */
export function randomWeb(seed: number): TrapWeb {
  const roll = dice('random web', seed);
  const honest = drawn(roll, honestDraws, between(roll, 3, 5));
  const traps = drawn(roll, trapDraws, between(roll, 2, 5)).map((one) => ({ ...one, at: `${one.at}t` }));
  const fresh = roll.chance(0.25) ? drawn(roll, { fresh: freshDraw }, 1) : [];
  const sections = [...honest, ...traps, ...fresh.map((one) => ({ ...one, at: `${one.at}f` }))];
  const hosts = between(roll, 1, 2);
  const boilerplate = roll.pick([0, 30, 90]);
  return trapWeb(
    `random/${seed}`,
    Array.from({ length: hosts }, (_, host) => ({
      name: `${roll.pick(['north', 'south', 'east', 'west'])}${host}.localhost`,
      layout: { boilerplate },
      sections: sections.filter((_, i) => i % hosts === host),
    })),
  );
}

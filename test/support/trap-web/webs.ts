import { furtherShapes } from './further-shapes.ts';
import { growing, growths } from './growing.ts';
import type { Noise } from './layout.ts';
import { type Plot, type TrapKind, trapKinds } from './section.ts';
import { type MadeUpPages, madeUpPages } from './sections/made-up-pages.ts';
import { redirectingTokens } from './sections/redirects.ts';
import { archiveShapes, listingShapes, lookalikes, type Make, plain, trapShapes } from './shapes.ts';
import { dice } from './text/prose.ts';
import { type HostPlan, type Planned, type TrapWeb, trapWeb } from './trap-web.ts';

const paths: Readonly<Record<string, readonly string[]>> = {
  archive: ['/archive', '/journal', '/chronicle'],
  listing: ['/news', '/blog', '/reports'],
  articles: ['/articles', '/pages', '/texts'],
  calendar: ['/events', '/calendar', '/whats-on', '/cgi/cal.php'],
  facets: ['/shop', '/catalogue', '/search', '/store/goods'],
  sessions: ['/handbook', '/app', '/manual'],
  directories: ['/guide', '/help', '/docs'],
  subdomains: [''],
  'soft-404': ['/topics', '/encyclopedia', '/directory'],
  login: ['/user', '/my', '/auth'],
  redirects: ['/go', '/out', '/click.php', '/track/r'],
};

const planned = (kind: string, make: Make, choice = 0): Planned => {
  const known = paths[kind] ?? [`/${kind}`];
  return { at: known[choice % known.length] ?? '', make };
};

const ofShape = (shapes: Readonly<Record<string, Make>>, name: string): Make => {
  const make = shapes[name];
  if (make === undefined)
    throw new Error(`there is no shape ${name}; there are ${Object.keys(shapes).join(', ')}`);
  return make;
};

/**
 * 500 honest pages on two hosts, and one trap of each kind beside them.
 * @param archive `folders` has 120 days in its ten years; `every-day` all 3,652
 */
export function standardWeb(archive: 'folders' | 'every-day' = 'folders'): TrapWeb {
  const layout = { boilerplate: 60 };
  const trap = (kind: (typeof trapKinds)[number], shape: string): Planned =>
    planned(kind, ofShape(trapShapes[kind], shape));
  return trapWeb('standard', [
    {
      name: 'old-town.localhost',
      layout,
      sections: [
        planned('archive', ofShape({ ...archiveShapes, ...lookalikes }, archive)),
        planned('listing', ofShape(listingShapes, 'query-next')),
        trap('calendar', 'dashed-events'),
        trap('sessions', 'folder-response'),
        trap('directories', 'wrong-base'),
        trap('login', 'nested'),
      ],
    },
    {
      name: 'market.localhost',
      layout,
      sections: [
        trap('facets', 'query'),
        planned('articles', plain(25)),
        trap('subdomains', 'named'),
        trap('soft-404', 'message'),
        trap('redirects', 'query-endless'),
      ],
    },
  ]);
}

/**
 * As the standard web, all in other shapes, on one host or two.
 * @param traps by kind: the shapes to choose from
 */
export function seededWeb(seed: number, traps = (kind: TrapKind) => fair(kind)): TrapWeb {
  const roll = dice('web', seed);
  const any = (kind: string, shapes: Readonly<Record<string, Make>>): Planned =>
    planned(kind, ofShape(shapes, roll.pick(Object.keys(shapes))), roll.below(12));
  const sections = [
    any('archive', archiveShapes),
    any('listing', listingShapes),
    planned('articles', plain(25), roll.below(12)),
    ...trapKinds.map((kind) => any(kind, traps(kind))),
  ];
  const hosts = roll.below(2) + 1;
  const noise = roll.pick<Noise | undefined>([undefined, undefined, undefined, undefined, 'stamp', 'teaser']);
  const layout = { boilerplate: roll.pick([0, 30, 60, 150]), ...(noise === undefined ? {} : { noise }) };
  const plans: HostPlan[] = Array.from({ length: hosts }, (_, host) => ({
    name: `${roll.pick(['north', 'south', 'east', 'west'])}${host}.localhost`,
    layout,
    sections: sections.filter((_, i) => i % hosts === host),
  }));
  return trapWeb(`seed ${seed}`, plans);
}

/** One host with every trap in every shape, and a large archive. */
export function crowdedWeb(): TrapWeb {
  const sections = trapKinds.flatMap((kind) =>
    Object.entries(fair(kind)).map(([shape, make]) => ({ at: `/${kind}-${shape}`, make })),
  );
  const honest = [planned('archive', ofShape(lookalikes, 'every-day')), planned('articles', plain(150))];
  // Two for the whole host cannot both have it.
  const fitting = sections.filter(({ at }) => !at.includes('-host-') && !at.startsWith('/subdomains-'));
  const layout = { boilerplate: 60 };
  return trapWeb('crowded', [{ name: 'crowded.localhost', layout, sections: [...honest, ...fitting] }]);
}

/** Shapes that cannot be told from honest sites by their pages are tried by themselves only. */
const unfair: Readonly<Record<string, readonly string[]>> = { directories: ['maze'], facets: ['pairs'] };

function fair(kind: (typeof trapKinds)[number]): Readonly<Record<string, Make>> {
  return Object.fromEntries(
    Object.entries(trapShapes[kind]).filter(([name]) => !unfair[kind]?.includes(name)),
  );
}

/** An honest site and 150 plain pages on a host that makes up all other pages. */
function madeUpWeb(name: string): TrapWeb {
  const [, form = '', kind = '', shape = ''] = name.split('/');
  const options = fabricators[form];
  if (options === undefined) throw new Error(`there is no web ${name}`);
  const site = { archive: archiveShapes, listing: listingShapes, honest: lookalikes }[kind];
  const sections = [
    planned('articles', plain(150)),
    ...(site === undefined ? [] : [planned(kind === 'honest' ? shape : kind, ofShape(site, shape))]),
    { at: '', make: (plot: Plot) => madeUpPages(plot, options) },
  ];
  return trapWeb(name, [{ name: 'single.localhost', layout: { boilerplate: 60 }, sections }]);
}

/** Two hosts of 150 plain pages whose tokens lead to each other. */
function chainedWeb(name: string): TrapWeb {
  const hosts = ['one.localhost', 'other.localhost'] as const;
  const form = { form: 'path', alphabet: 'hex', length: 12, everyPage: false, targets: 0, hops: 0 } as const;
  const plans = hosts.map((host, at): HostPlan => {
    const make = (plot: Plot) =>
      redirectingTokens(plot, { ...form, status: 302, elsewhere: hosts[1 - at] as string });
    return {
      name: host,
      layout: { boilerplate: 60 },
      sections: [planned('articles', plain(150)), { at: '/go', make }],
    };
  });
  return trapWeb(name, plans);
}

/** One section beside 150 plain pages. */
function singleWeb(name: string, kind: string, make: Make): TrapWeb {
  const layout = { boilerplate: 60 };
  return trapWeb(name, [
    { name: 'single.localhost', layout, sections: [planned('articles', plain(150)), planned(kind, make)] },
  ]);
}

/** Every trap in every shape, one to a web: `calendar/folders`. */
export const singleTraps: readonly string[] = trapKinds.flatMap((kind) =>
  Object.keys(trapShapes[kind]).map((shape) => `${kind}/${shape}`),
);

/** Every honest site that looks like a trap, one to a web: `honest/forum`. */
export const honestSites: readonly string[] = [
  ...Object.keys(archiveShapes).map((shape) => `archive/${shape}`),
  ...Object.keys(listingShapes).map((shape) => `listing/${shape}`),
  ...Object.keys(lookalikes).map((shape) => `honest/${shape}`),
];

/** Every further trap, one to a web. */
export const furtherTraps: readonly string[] = trapKinds
  .filter((kind) => kind !== 'subdomains')
  .flatMap((kind) => Object.keys(furtherShapes[kind]).map((shape) => `further/${kind}/${shape}`));

/** Every trap that is a rule of growth, one to a web. */
export const growingTraps: readonly string[] = Object.keys(growths).map((name) => `growing/${name}`);

/** Hosts that have a page for every URL, with new text and links to more of them. */
export const fabricators: Readonly<Record<string, MadeUpPages>> = {
  'error-words': { text: 'error', links: 'beside', fresh: 'answer' },
  'error-words-elsewhere': { text: 'error', links: 'folder', fresh: 'answer' },
  'error-words-fixed': { text: 'error', links: 'beside', fresh: 'url' },
  'any-words': { text: 'any', links: 'beside', fresh: 'answer' },
  'any-words-root': { text: 'any', links: 'root', fresh: 'answer' },
  'any-words-fixed': { text: 'any', links: 'beside', fresh: 'url' },
  'any-words-ids': { text: 'any', links: 'ids', fresh: 'answer' },
};

/**
 * A web by its name: `standard`, `every-day`, `crowded`, the number of a seed, `calendar/folders`, `honest/forum`,
 * `further/7`: the seed in further shapes, `further/login/hex`, `growing/login/return`, `made-up/any-words/honest/wiki`:
 * an honest site on a host that makes up a page for every other URL; `redirects/between-hosts`.
 * @throws Error for another
 */
export function webNamed(name: string): TrapWeb {
  if (name === 'standard') return standardWeb();
  if (name === 'every-day') return standardWeb('every-day');
  if (name === 'crowded') return crowdedWeb();
  if (/^\d+$/.test(name)) return seededWeb(Number(name));
  if (/^further\/\d+$/.test(name))
    return seededWeb(Number(name.split('/')[1]), (kind) => furtherShapes[kind]);
  if (name.startsWith('made-up/')) return madeUpWeb(name);
  if (name === 'redirects/between-hosts') return chainedWeb(name);
  const growth = growths[name.replace(/^growing\//, '')];
  if (name.startsWith('growing/') && growth !== undefined) {
    return singleWeb(name, growth.kind, (plot) => growing(plot, growth));
  }
  const [kind = '', shape = ''] = name.replace(/^further\//, '').split('/');
  if (name.startsWith('further/')) {
    return singleWeb(name, kind, ofShape(furtherShapes[kind as TrapKind] ?? {}, shape));
  }
  const shapes = { ...trapShapes, archive: archiveShapes, listing: listingShapes, honest: lookalikes }[kind];
  if (shapes === undefined) throw new Error(`there is no web ${name}`);
  return singleWeb(name, kind === 'honest' ? shape : kind, ofShape(shapes, shape));
}

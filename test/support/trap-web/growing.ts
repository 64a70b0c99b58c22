import {
  type Answer,
  type Asked,
  honest,
  type PageLink,
  type Plot,
  type Section,
  type TrapKind,
  trap,
} from './section.ts';
import { article, linkLine, linkList } from './text/markup.ts';
import { dice, sentence, slug, token } from './text/prose.ts';

/** A trap as a rule: which pages a page of it leads to. */
export interface Growth {
  readonly kind: TrapKind;
  /** Path and query behind the section's own path. */
  readonly start: string;
  /** Whether a URL is part of it; the section's path is cut off. */
  readonly is: RegExp;
  /** What such a page leads to. @param href behind the section's path */
  readonly next: (href: string, asked: Asked, seed: string) => readonly string[];
  /** What it says. `fixed`: always the same. `named`: and its own URL. `sentence`: and something else each time. */
  readonly says: 'fixed' | 'named' | 'sentence';
  /** It redirects to the first of what it leads to. */
  readonly redirects?: boolean;
}

/** A trap that is nothing but a rule of growth, behind one honest page. */
export function growing({ at, seed }: Plot, { kind, start, is, next, says, redirects }: Growth): Section {
  const home = `${at}/about-this`;
  function page(asked: Asked): Answer {
    const href = asked.href.slice(at.length);
    const links: readonly PageLink[] = next(href, asked, seed).map((to, i) => ({
      href:
        to.startsWith('http') || to.startsWith('/')
          ? to.replace(/^\/(?!\/)/, `${at}/`)
          : to.replace(/^@/, at),
      anchor: `${['Earlier', 'Later', 'More', 'Also', 'Next'][i % 5]}`,
    }));
    if (redirects) return { owner: { trap: kind }, to: links[0]?.href ?? at };
    const more =
      says === 'fixed'
        ? ''
        : says === 'named'
          ? ` ${href.replace(/\W+/g, ' ')}`
          : ` ${sentence(dice(seed, asked.serial))}`;
    const main = `<h1>Overview</h1><p>There is nothing to be seen here at the moment.${more}</p>${linkLine(links)}`;
    return trap(kind, { title: says === 'fixed' ? 'Overview' : `Overview${more}`, main });
  }
  return {
    kind,
    shape: start,
    honest: ['home'],
    nav: () => [{ href: home, anchor: 'About this' }],
    answer(asked) {
      if (asked.href === home) {
        const draft = article(80, [seed, 'home']);
        return honest('home', {
          ...draft,
          main: draft.main + linkList([{ href: at + start, anchor: 'Start' }]),
        });
      }
      if (!asked.href.startsWith(at)) return undefined;
      return is.test(asked.href.slice(at.length)) ? page(asked) : undefined;
    },
  };
}

const day = 86_400_000;
const now = Date.UTC(2026, 10, 21);
const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const plus = (date: string, days: number): string => isoDay(Date.parse(date) + days * day);
const fresh = (asked: Asked, ...keys: readonly (string | number)[]) => dice('fresh', asked.serial, ...keys);
const dateIn = (href: string): string => /\d{4}-\d\d-\d\d/.exec(href)?.[0] ?? isoDay(now);
const numberIn = (href: string): number => Number(/-?\d+/.exec(href)?.[0] ?? 0);
const prevNext =
  (write: (date: string) => string, step = 1): Growth['next'] =>
  (href) => [write(plus(dateIn(href), -step)), write(plus(dateIn(href), step))];
const count =
  (write: (n: number) => string): Growth['next'] =>
  (href) => [write(numberIn(href) - 1), write(numberIn(href) + 1)];

const calendar = (
  start: string,
  is: RegExp,
  next: Growth['next'],
  says: Growth['says'] = 'named',
): Growth => ({
  ...{ kind: 'calendar', start, is, next, says },
});

const colours = ['red', 'green', 'blue', 'black', 'white'];
const sizes = ['small', 'large', 'wide', 'tiny'];
const pairs = [
  ...colours.map((one) => ['colour', one] as const),
  ...sizes.map((one) => ['size', one] as const),
  ['sort', 'price'] as const,
  ['view', 'grid'] as const,
];
/** One more choice than it has. */
const further =
  (write: (key: string, value: string) => string, mark: string): Growth['next'] =>
  (href) =>
    pairs
      .filter(([key, value]) => !href.includes(write(key, value)))
      .map(([key, value]) => `${href}${href.includes(mark) ? mark : mark}${write(key, value)}`);
const facets = (start: string, is: RegExp, next: Growth['next']): Growth => ({
  ...{ kind: 'facets', start, is, next, says: 'named' },
});

const directories = (
  start: string,
  is: RegExp,
  next: Growth['next'],
  says: Growth['says'] = 'fixed',
): Growth => ({
  ...{ kind: 'directories', start, is, next, says },
});
const login = (start: string, is: RegExp, next: Growth['next'], says: Growth['says'] = 'fixed'): Growth => ({
  ...{ kind: 'login', start, is, next, says },
});
const redirects = (start: string, is: RegExp, next: Growth['next']): Growth => ({
  ...{ kind: 'redirects', start, is, next, says: 'fixed', redirects: true },
});
const missing = (
  start: string,
  is: RegExp,
  next: Growth['next'],
  says: Growth['says'] = 'sentence',
): Growth => ({
  ...{ kind: 'soft-404', start, is, next, says },
});

/** Rules by name, `kind/name`: none of them was in anybody's mind when the traps were learnt to be told. */
export const growths: Readonly<Record<string, Growth>> = {
  'calendar/iso-path': calendar(
    '/2026-11-21',
    /^\/\d{4}-\d\d-\d\d$/,
    prevNext((date) => `/${date}`),
  ),
  'calendar/iso-query': calendar(
    '?date=2026-11-21',
    /^\?date=/,
    prevNext((date) => `@?date=${date}`),
  ),
  'calendar/range': calendar('?from=2026-11-21&to=2026-11-28', /^\?from=/, (href) =>
    [-7, 7].map((step) => `@?from=${plus(dateIn(href), step)}&to=${plus(dateIn(href), step + 7)}`),
  ),
  'calendar/range-path': calendar('/from/2026-11-21/to/2026-11-28', /^\/from/, (href) =>
    [-7, 7].map((step) => `/from/${plus(dateIn(href), step)}/to/${plus(dateIn(href), step + 7)}`),
  ),
  'calendar/week-query': calendar('?week=47&year=2026', /^\?week/, (href) =>
    [-1, 1].map((step) => `@?week=${numberIn(href) + step}&year=2026`),
  ),
  'calendar/iso-week': calendar('/2026-W47', /^\/2026-W/, (href) =>
    [-1, 1].map((step) => `/2026-W${Number(/W(\d+)/.exec(href)?.[1]) + step}`),
  ),
  'calendar/offset-path': calendar(
    '/0',
    /^\/-?\d+$/,
    count((n) => `/${n}`),
  ),
  'calendar/offset-named': calendar('/plus-0', /^\/(?:plus|minus)-\d+$/, (href) => {
    const n = numberIn(href.replace('plus-', '').replace('minus-', '-'));
    return [n - 1, n + 1].map((one) => (one < 0 ? `/minus-${-one}` : `/plus-${one}`));
  }),
  'calendar/milliseconds': calendar(`?t=${now}`, /^\?t=/, (href) =>
    [-1, 1].map((step) => `@?t=${numberIn(href) + step * day}`),
  ),
  'calendar/file': calendar('/cal20261121.html', /^\/cal\d+\.html$/, (href) =>
    [-1, 1].map(
      (step) =>
        `/cal${isoDay(Date.parse(href.replace(/.*cal(\d{4})(\d\d)(\d\d).*/, '$1-$2-$3')) + step * day).replaceAll('-', '')}.html`,
    ),
  ),
  'calendar/day-of-year': calendar('/2026/325', /^\/\d+\/-?\d+$/, (href) =>
    [-1, 1].map((step) => `/2026/${Number(href.split('/')[2]) + step}`),
  ),
  'calendar/views': calendar('/day/2026-11-21', /^\/(?:day|week|month|list)\/\d/, (href) => [
    ...['day', 'week', 'month', 'list'].map((view) => `/${view}/${dateIn(href)}`),
    `${href.replace(dateIn(href), plus(dateIn(href), 1))}`,
    `${href.replace(dateIn(href), plus(dateIn(href), -1))}`,
  ]),
  'calendar/sentence': calendar(
    '/2026-11-21',
    /^\/\d{4}-\d\d-\d\d$/,
    prevNext((date) => `/${date}`),
    'sentence',
  ),

  'facets/slashes': facets(
    '/colour/red',
    /^\/(?:colour|size|sort|view)/,
    further((key, value) => `${key}/${value}`, '/'),
  ),
  'facets/colons': facets(
    '/colour:red',
    /^\/(?:colour|size|sort|view)/,
    further((key, value) => `${key}:${value}`, ','),
  ),
  'facets/plus': facets(
    '/colour_red',
    /^\/(?:colour|size|sort|view)/,
    further((key, value) => `${key}_${value}`, '+'),
  ),
  'facets/dashes': facets(
    '/colour-red',
    /^\/(?:colour|size|sort|view)/,
    further((key, value) => `${key}-${value}`, '--'),
  ),
  'facets/semicolons': facets(
    ';colour=red',
    /^;/,
    further((key, value) => `${key}=${value}`, ';'),
  ),
  'facets/query': facets(
    '?colour=red',
    /^\?/,
    further((key, value) => `${key}=${value}`, '&'),
  ),
  'facets/brackets': facets(
    '?f%5Bcolour%5D%5B%5D=red',
    /^\?/,
    further((key, value) => `f%5B${key}%5D%5B%5D=${value}`, '&'),
  ),
  'facets/one-value': facets(
    '?filter=colour.red',
    /^\?filter/,
    further((key, value) => `${key}.${value}`, '~'),
  ),
  'facets/pipes': facets(
    '?q=colour|red',
    /^\?q/,
    further((key, value) => `${key}|${value}`, '||'),
  ),
  'facets/negative': facets('?not=red', /^\?/, (href) =>
    colours.filter((one) => !href.includes(one)).map((one) => `${href}&not=${one}`),
  ),
  'facets/html': facets('/red.html', /^\/[a-z-]+\.html$/, (href) =>
    [...colours, ...sizes]
      .filter((one) => !href.includes(one))
      .map((one) => `${href.replace('.html', '')}-${one}.html`),
  ),

  'directories/no-slash': directories('/x', /^\/x/, (href) => [`${href}/a`, `${href}/b`]),
  'directories/dots': directories('/x/', /^\/x\//, (href) => [
    `${href}index/`,
    `${href}../x/up/`.replace('../', 'up/'),
  ]),
  'directories/lang': directories('/en/', /^\/en\//, (href) =>
    ['en', 'de', 'fr'].map((one) => `${href}${one}/`),
  ),
  'directories/print': directories('/x', /^\/x/, (href) => [`${href}/print`, `${href}/mail`]),
  'directories/index': directories('/x/index.php', /^\/x\/index\.php/, (href) => [
    `${href}/home`,
    `${href}/contact`,
  ]),
  'directories/numbers': directories('/x/1/', /^\/x\//, (href) => [1, 2, 3].map((one) => `${href}${one}/`)),
  'directories/named': directories('/x/', /^\/x\//, (href) => [`${href}sub/`, `${href}other/`], 'named'),
  'directories/sentence': directories(
    '/x/',
    /^\/x\//,
    (href) => [`${href}sub/`, `${href}other/`],
    'sentence',
  ),
  'directories/random': directories(
    '/x/',
    /^\/x\//,
    (href, asked) => [1, 2].map((i) => `${href}${slug(fresh(asked, i), 1)}/`),
    'sentence',
  ),
  'directories/tokens': directories(
    '/x/',
    /^\/x\//,
    (href, asked) => [1, 2].map((i) => `${href}${token(fresh(asked, i), 'hex', 12)}/`),
    'fixed',
  ),

  'sessions/first': {
    kind: 'sessions',
    start: '/start/0',
    is: /^\/[a-z0-9]+\/\d$/,
    says: 'fixed',
    next: (_, asked) => [0, 1, 2].map((i) => `/${token(fresh(asked), 'alnum', 10)}/${i}`),
  },
  'sessions/last': {
    kind: 'sessions',
    start: '/p1/start',
    is: /^\/p\d\/\w+$/,
    says: 'fixed',
    next: (_, asked) => [0, 1, 2].map((i) => `/p${i}/${token(fresh(asked), 'hex', 16)}`),
  },
  'sessions/comma': {
    kind: 'sessions',
    start: '/p1,0',
    is: /^\/p\d,/,
    says: 'fixed',
    next: (_, asked) => [0, 1, 2].map((i) => `/p${i},${token(fresh(asked), 'hex', 16)}`),
  },
  'sessions/tilde': {
    kind: 'sessions',
    start: '/p1~0',
    is: /^\/p\d~/,
    says: 'fixed',
    next: (_, asked) => [0, 1, 2].map((i) => `/p${i}~${token(fresh(asked), 'alnum', 14)}`),
  },
  'sessions/unknown-query': {
    kind: 'sessions',
    start: '/p1',
    is: /^\/p\d/,
    says: 'fixed',
    next: (_, asked) => [0, 1, 2].map((i) => `/p${i}?k=${token(fresh(asked), 'alnum', 9)}`),
  },
  'sessions/two': {
    kind: 'sessions',
    start: '/p1',
    is: /^\/p\d/,
    says: 'fixed',
    next: (_, asked) =>
      [0, 1].map((i) => `/p${i}?a=${token(fresh(asked), 'hex', 8)}&b=${token(fresh(asked, 'b'), 'hex', 8)}`),
  },
  'sessions/html': {
    kind: 'sessions',
    start: '/p1.html',
    is: /^\/p\d/,
    says: 'fixed',
    next: (_, asked) => [0, 1, 2].map((i) => `/p${i}.${token(fresh(asked), 'digits', 12)}.html`),
  },
  'sessions/uuid': {
    kind: 'sessions',
    start: '/p1',
    is: /^\/(?:u-)?/,
    says: 'fixed',
    next: (_, asked) => {
      const t = token(fresh(asked), 'hex', 32);
      return [0, 1].map(
        (i) =>
          `/u-${t.slice(0, 8)}-${t.slice(8, 12)}-${t.slice(12, 16)}-${t.slice(16, 20)}-${t.slice(20)}/p${i}`,
      );
    },
  },
  'sessions/short': {
    kind: 'sessions',
    start: '/p1',
    is: /^\/p\d/,
    says: 'fixed',
    next: (_, asked) => [0, 1, 2].map((i) => `/p${i}?s=${token(fresh(asked), 'digits', 5)}`),
  },
  'sessions/time': {
    kind: 'sessions',
    start: '/p1',
    is: /^\/p\d/,
    says: 'fixed',
    next: (_, asked) => [0, 1, 2].map((i) => `/p${i}?_=${now + asked.serial}`),
  },

  'soft-404/siblings': missing('/old-page', /^\/[a-z-]+$/, (_, asked) =>
    [1, 2].map((i) => `/${slug(fresh(asked, i), 2)}`),
  ),
  'soft-404/html': missing('/old-page.html', /^\/[a-z-]+\.html$/, (_, asked) =>
    [1, 2, 3].map((i) => `/${slug(fresh(asked, i), 2)}.html`),
  ),
  'soft-404/query': missing('?page=old', /^\?page=/, (_, asked) =>
    [1, 2].map((i) => `@?page=${slug(fresh(asked, i), 2)}`),
  ),
  'soft-404/numbers': missing('/view/81', /^\/view\/\d+$/, (_, asked) =>
    [1, 2].map((i) => `/view/${fresh(asked, i).below(100_000)}`),
  ),
  'soft-404/item-numbers': missing('?item=81', /^\?item=\d+$/, (_, asked) =>
    [1, 2].map((i) => `@?item=${fresh(asked, i).below(100_000)}`),
  ),
  'soft-404/folders': missing('/old/page/', /^\/[a-z]+\/[a-z]+\/$/, (_, asked) =>
    [1, 2].map((i) => `/${slug(fresh(asked, i), 1)}/${slug(fresh(asked, i, 'b'), 1)}/`),
  ),
  'soft-404/one-link': missing('/old-page', /^\/[a-z-]+$/, (_, asked) => [`/${slug(fresh(asked), 2)}`]),
  'soft-404/tags': missing('/tag/old', /^\/tag\//, (_, asked) =>
    [1, 2, 3, 4].map((i) => `/tag/${slug(fresh(asked, i), 1)}`),
  ),
  'soft-404/fixed': missing(
    '/old-page',
    /^\/[a-z-]+$/,
    (_, asked) => [1, 2].map((i) => `/${slug(fresh(asked, i), 2)}`),
    'fixed',
  ),
  'soft-404/named': missing(
    '/old-page',
    /^\/[a-z-]+$/,
    (_, asked) => [1, 2].map((i) => `/${slug(fresh(asked, i), 2)}`),
    'named',
  ),

  'login/return': login('/login?return=%2F', /^\/login/, (href) => [
    `/login?return=${encodeURIComponent(href)}`,
  ]),
  'login/redirect': login('/signin?redirect=/', /^\/signin/, (href) => [
    `/signin?redirect=${href}`,
    `/signin?redirect=${href}&lang=de`,
  ]),
  'login/path': login('/login/home', /^\/login/, (href) => [`/login${href}`, `/login/help${href}`]),
  'login/step': login(
    '/login?step=1',
    /^\/login/,
    count((n) => `/login?step=${n}`),
  ),
  'login/ticket': login('/login?t=0', /^\/login/, (_, asked) =>
    [1, 2].map((i) => `/login?t=${token(fresh(asked, i), 'alnum', 20)}`),
  ),
  'login/time': login('/login?ts=1', /^\/login/, (_, asked) => [`/login?ts=${now + asked.serial}`]),
  'login/nonce-path': login('/login/0', /^\/login/, (_, asked) => [
    `/login/${token(fresh(asked), 'hex', 16)}`,
  ]),
  'login/captcha': login(
    '/captcha?id=0',
    /^\/captcha/,
    (_, asked) => [`/captcha?id=${token(fresh(asked), 'alnum', 12)}&retry=1`],
    'sentence',
  ),
  'login/attempts': login(
    '/login/try/1',
    /^\/login/,
    count((n) => `/login/try/${n}`),
    'named',
  ),
  'login/double': login('/login?a=1&next=%2F', /^\/login/, (href) => [
    `/login?a=1&next=${encodeURIComponent(href)}`,
    `/login?a=2&next=${encodeURIComponent(href)}`,
  ]),

  'redirects/count': redirects('/r/1', /^\/r\//, (href) => [`/r/${numberIn(href) + 1}`]),
  'redirects/query-count': redirects('/r?n=1', /^\/r/, (href) => [`/r?n=${numberIn(href) + 1}`]),
  'redirects/token': redirects('/r/a', /^\/r\//, (_, asked) => [`/r/${token(fresh(asked), 'hex', 20)}`]),
  'redirects/words': redirects('/r/a', /^\/r\//, (_, asked) => [`/r/${slug(fresh(asked), 3)}`]),
  'redirects/time': redirects('/r?t=1', /^\/r/, (_, asked) => [`/r?t=${now + asked.serial}`]),
  'redirects/deeper': redirects('/r/', /^\/r\//, (href) => [`${href}r/`]),
  'redirects/next-folder': redirects('/r/', /^\/r\//, (href, asked) => [`${href}${slug(fresh(asked), 1)}/`]),
  'redirects/two-ids': redirects('/r?a=1&b=2', /^\/r/, (_, asked) => [
    `/r?a=${token(fresh(asked), 'hex', 8)}&b=${token(fresh(asked, 2), 'hex', 8)}`,
  ]),
  'redirects/turn': redirects('/r1?k=0', /^\/r\d/, (href, asked) => [
    `/r${(numberIn(href) % 3) + 1}?k=${token(fresh(asked), 'alnum', 12)}`,
  ]),
  'redirects/date': redirects('/r/2026-11-21', /^\/r\//, (href) => [`/r/${plus(dateIn(href), 1)}`]),
};

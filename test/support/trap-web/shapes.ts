import type { Plot, Section, TrapKind } from './section.ts';
import { archive } from './sections/archive.ts';
import { calendar } from './sections/calendar.ts';
import { categories } from './sections/categories.ts';
import { comments } from './sections/comments.ts';
import { type DirectoryForm, endlessDirectories } from './sections/directories.ts';
import { facetedShop } from './sections/facets.ts';
import { forum } from './sections/forum.ts';
import { leaves } from './sections/leaves.ts';
import { listing } from './sections/listing.ts';
import { loginLoop } from './sections/login.ts';
import { members } from './sections/members.ts';
import { redirectingTokens } from './sections/redirects.ts';
import { sessionSite } from './sections/sessions.ts';
import { shortLinks } from './sections/short-links.ts';
import { soft404 } from './sections/soft-404.ts';
import { madeUpSubdomains } from './sections/subdomains.ts';
import { trackedShop } from './sections/tracked-shop.ts';
import { versionedDocs } from './sections/versions.ts';
import { wiki } from './sections/wiki.ts';

export type Make = (plot: Plot) => Section;
export type Shapes = Readonly<Record<string, Make>>;

export const calendars = { days: true, grid: true, leaps: false, views: [], events: 0 } as const;
export const shops = {
  products: 40,
  featuredEvery: 4,
  values: 4,
  clickOrder: true,
  multi: false,
  coded: false,
  knobs: true,
  pairs: 0,
} as const;
export const sessions = {
  pages: 24,
  links: 4,
  entrances: 1,
  redirect: false,
  spoken: false,
  length: 24,
  alphabet: 'alnum',
} as const;
export const redirects = {
  form: 'query',
  alphabet: 'alnum',
  length: 16,
  hops: 0,
  status: 302,
  everyPage: false,
  targets: 0,
} as const;
const archives = { years: 10, daysPerMonth: 1, headlines: false, endless: false, words: 80 } as const;
const lists = { pages: 60, perPage: 1, words: 90, nextOnly: true } as const;
export const directories =
  (form: DirectoryForm): Make =>
  (plot) =>
    endlessDirectories(plot, { form });

/** Every trap in the shapes that real sites give it. */
export const trapShapes: Readonly<Record<TrapKind, Shapes>> = {
  calendar: {
    folders: (plot) => calendar(plot, { ...calendars, form: 'folders' }),
    'folders-events': (plot) => calendar(plot, { ...calendars, form: 'folders', events: 4 }),
    dashed: (plot) => calendar(plot, { ...calendars, form: 'dashed', leaps: true }),
    'dashed-events': (plot) => calendar(plot, { ...calendars, form: 'dashed', events: 4 }),
    parts: (plot) => calendar(plot, { ...calendars, form: 'parts' }),
    'parts-views': (plot) =>
      calendar(plot, { ...calendars, form: 'parts', views: ['week', 'list', 'print'] }),
    files: (plot) => calendar(plot, { ...calendars, form: 'files', days: false, grid: false }),
    compact: (plot) => calendar(plot, { ...calendars, form: 'compact', days: false }),
    named: (plot) => calendar(plot, { ...calendars, form: 'named', leaps: true }),
    epoch: (plot) => calendar(plot, { ...calendars, form: 'epoch' }),
    offset: (plot) => calendar(plot, { ...calendars, form: 'offset' }),
    'offset-months': (plot) => calendar(plot, { ...calendars, form: 'offset', days: false }),
    'behind-archive': (plot) => archive(plot, { ...archives, form: 'folders', endless: true }),
    'behind-archive-query': (plot) =>
      archive(plot, { ...archives, form: 'dashed', headlines: true, endless: true }),
  },
  facets: {
    query: (plot) => facetedShop(plot, { ...shops, form: 'query' }),
    sorted: (plot) => facetedShop(plot, { ...shops, form: 'query', clickOrder: false }),
    joined: (plot) => facetedShop(plot, { ...shops, form: 'joined' }),
    array: (plot) => facetedShop(plot, { ...shops, form: 'array' }),
    path: (plot) => facetedShop(plot, { ...shops, form: 'path', knobs: false }),
    coded: (plot) => facetedShop(plot, { ...shops, form: 'query', coded: true, clickOrder: false }),
    multi: (plot) => facetedShop(plot, { ...shops, form: 'query', multi: true, clickOrder: false }),
    'path-sorted': (plot) => facetedShop(plot, { ...shops, form: 'path', clickOrder: false }),
    pairs: (plot) =>
      facetedShop(plot, { ...shops, form: 'query', clickOrder: false, knobs: false, pairs: 20 }),
  },
  sessions: {
    'aspnet-response': (plot) => sessionSite(plot, { ...sessions, form: 'aspnet', renew: 'response' }),
    'aspnet-visitor': (plot) =>
      sessionSite(plot, { ...sessions, form: 'aspnet', renew: 'visitor', redirect: true, entrances: 8 }),
    'folder-response': (plot) =>
      sessionSite(plot, { ...sessions, form: 'folder', renew: 'response', alphabet: 'hex', length: 32 }),
    'folder-link': (plot) => sessionSite(plot, { ...sessions, form: 'folder', renew: 'link', spoken: true }),
    'parameter-response': (plot) => sessionSite(plot, { ...sessions, form: 'parameter', renew: 'response' }),
    'tail-link': (plot) =>
      sessionSite(plot, { ...sessions, form: 'tail', renew: 'link', alphabet: 'base64', length: 12 }),
    'aspnet-large': (plot) =>
      sessionSite(plot, { ...sessions, form: 'aspnet', renew: 'response', pages: 150, links: 10 }),
    'query-response': (plot) => sessionSite(plot, { ...sessions, form: 'query', renew: 'response' }),
    'spoken-response': (plot) =>
      sessionSite(plot, { ...sessions, form: 'aspnet', renew: 'response', spoken: true }),
  },
  directories: {
    'wrong-base': directories('wrong-base'),
    alternating: directories('alternating'),
    more: directories('more'),
    'under-errors': directories('under-errors'),
    'path-info': directories('path-info'),
    maze: directories('maze'),
  },
  subdomains: {
    named: (plot) => madeUpSubdomains(plot, { form: 'named', links: 5 }),
    same: (plot) => madeUpSubdomains(plot, { form: 'same', links: 5 }),
    spun: (plot) => madeUpSubdomains(plot, { form: 'spun', links: 3 }),
    nested: (plot) => madeUpSubdomains(plot, { form: 'nested', links: 3 }),
    mirror: (plot) => madeUpSubdomains(plot, { form: 'mirror', links: 3 }),
    cities: (plot) => madeUpSubdomains(plot, { form: 'cities', links: 8 }),
  },
  'soft-404': {
    mirror: (plot) => soft404(plot, { form: 'mirror', broken: 3, pages: 6 }),
    message: (plot) => soft404(plot, { form: 'message', broken: 3, pages: 6 }),
    search: (plot) => soft404(plot, { form: 'search', broken: 2, pages: 6 }),
    redirect: (plot) => soft404(plot, { form: 'redirect', broken: 2, pages: 6 }),
    'host-mirror': (plot) => soft404({ ...plot, at: '' }, { form: 'mirror', broken: 3, pages: 6 }),
    'host-message': (plot) => soft404({ ...plot, at: '' }, { form: 'message', broken: 3, pages: 6 }),
  },
  login: {
    nested: (plot) => loginLoop(plot, { form: 'nested', key: 'next', everyPage: false }),
    'nested-every-page': (plot) => loginLoop(plot, { form: 'nested', key: 'return_to', everyPage: true }),
    wall: (plot) => loginLoop(plot, { form: 'wall', key: 'next', everyPage: false }),
    attempts: (plot) => loginLoop(plot, { form: 'attempts', key: 'to', everyPage: false }),
    base64: (plot) => loginLoop(plot, { form: 'base64', key: 'r', everyPage: false }),
  },
  redirects: {
    'query-endless': (plot) => redirectingTokens(plot, redirects),
    'path-endless': (plot) =>
      redirectingTokens(plot, { ...redirects, form: 'path', alphabet: 'hex', length: 24, status: 301 }),
    'query-page': (plot) => redirectingTokens(plot, { ...redirects, alphabet: 'hex', hops: 2 }),
    'path-page': (plot) =>
      redirectingTokens(plot, { ...redirects, form: 'path', alphabet: 'base64', hops: 2, status: 303 }),
    trackers: (plot) => redirectingTokens(plot, { ...redirects, targets: 6, everyPage: true }),
    'path-trackers': (plot) =>
      redirectingTokens(plot, { ...redirects, form: 'path', alphabet: 'hex', targets: 6, everyPage: true }),
  },
};

/** Honest archives of ten years, about 250 pages each. */
export const archiveShapes: Shapes = {
  folders: (plot) => archive(plot, { ...archives, form: 'folders' }),
  'folders-headlines': (plot) => archive(plot, { ...archives, form: 'folders', headlines: true }),
  parts: (plot) => archive(plot, { ...archives, form: 'parts' }),
  dashed: (plot) => archive(plot, { ...archives, form: 'dashed' }),
  files: (plot) => archive(plot, { ...archives, form: 'files' }),
  compact: (plot) => archive(plot, { ...archives, form: 'compact', words: 40 }),
  named: (plot) => archive(plot, { ...archives, form: 'named' }),
};

/** Honest listings of 60 pages. */
export const listingShapes: Shapes = {
  'query-next': (plot) => listing(plot, { ...lists, form: 'query' }),
  'folder-next': (plot) => listing(plot, { ...lists, form: 'folder' }),
  offset: (plot) => listing(plot, { ...lists, form: 'offset', nextOnly: false }),
  number: (plot) => listing(plot, { ...lists, form: 'number', nextOnly: false }),
};

const photos = {
  kind: 'photos',
  count: 120,
  perIndexPage: 30,
  form: 'number',
  text: 'caption',
  chained: true,
} as const;

const items = {
  kind: 'entries',
  count: 120,
  perIndexPage: 30,
  form: 'number',
  text: 60,
  chained: false,
} as const;

/** Honest sites that look like traps. */
export const lookalikes: Shapes = {
  forum: (plot) => forum(plot, { threads: 60, pages: 3, sids: true }),
  wiki: (plot) => wiki(plot, { articles: 120 }),
  'tracked-shop': (plot) => trackedShop(plot, { products: 120, tracked: 0.4 }),
  numbers: (plot) =>
    leaves(plot, { kind: 'notes', count: 200, perIndexPage: 25, form: 'number', text: 12, chained: false }),
  hex: (plot) =>
    leaves(plot, { kind: 'files', count: 150, perIndexPage: 25, form: 'hex', text: 40, chained: false }),
  photos: (plot) => leaves(plot, photos),
  'bare-photos': (plot) => leaves(plot, { ...photos, text: 'number' }),
  comments: (plot) => comments(plot, { articles: 20, pages: 6 }),
  versions: (plot) => versionedDocs(plot, { methods: 30, versions: 5 }),
  'flat-items': (plot) =>
    leaves(plot, {
      kind: 'items',
      count: 3_000,
      perIndexPage: 100,
      form: 'number',
      text: 50,
      chained: false,
    }),
  'dead-first': (plot) => leaves(plot, { ...items, hollow: { first: 12, share: 0.1, as: 'missing' } }),
  placeholders: (plot) => leaves(plot, { ...items, hollow: { first: 10, share: 0.4, as: 'placeholder' } }),
  moved: (plot) => leaves(plot, { ...items, hollow: { first: 120, share: 1, as: 'moved' } }),
  serial: (plot) => leaves(plot, { ...photos, kind: 'story', text: 90, serial: true }),
  categories: (plot) => categories(plot, { categories: 8, pages: 8, perPage: 3, tags: 20 }),
  members: (plot) => members(plot, { members: 30, pages: 3 }),
  'short-links': (plot) => shortLinks(plot, { count: 60 }),
  'every-day': (plot) => archive(plot, { ...archives, form: 'folders', daysPerMonth: 31 }),
};

/** Plain honest articles. */
export const plain =
  (count: number): Make =>
  (plot) =>
    leaves(plot, { kind: 'articles', count, perIndexPage: 30, form: 'number', text: 100, chained: false });

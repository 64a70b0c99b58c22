import type { TrapKind } from './section.ts';
import { calendar } from './sections/calendar.ts';
import { facetedShop } from './sections/facets.ts';
import { loginLoop } from './sections/login.ts';
import { planner } from './sections/planner.ts';
import { redirectingTokens } from './sections/redirects.ts';
import { sessionSite } from './sections/sessions.ts';
import { soft404 } from './sections/soft-404.ts';
import { calendars, directories, redirects, type Shapes, sessions, shops, trapShapes } from './shapes.ts';

/** Shapes that were thought of after the rules that hold them: how those do on webs that nobody had in mind. */
export const furtherShapes: Readonly<Record<TrapKind, Shapes>> = {
  calendar: {
    weeks: (plot) => planner(plot, { form: 'weeks' }),
    slots: (plot) => planner(plot, { form: 'slots' }),
    'named-events': (plot) => calendar(plot, { ...calendars, form: 'named', events: 6 }),
    'parts-events-views': (plot) =>
      calendar(plot, { ...calendars, form: 'parts', events: 3, views: ['week', 'list'] }),
  },
  facets: {
    segment: (plot) => facetedShop(plot, { ...shops, form: 'segment', knobs: false }),
    matrix: (plot) => facetedShop(plot, { ...shops, form: 'matrix' }),
    'path-coded': (plot) => facetedShop(plot, { ...shops, form: 'path', coded: true, clickOrder: false }),
    'path-wide': (plot) => facetedShop(plot, { ...shops, form: 'path', values: 6, featuredEvery: 2 }),
  },
  sessions: {
    front: (plot) => sessionSite(plot, { ...sessions, form: 'front', renew: 'response', alphabet: 'hex' }),
    number: (plot) =>
      sessionSite(plot, { ...sessions, form: 'number', renew: 'response', alphabet: 'digits', length: 10 }),
    'query-link': (plot) =>
      sessionSite(plot, { ...sessions, form: 'query', renew: 'link', alphabet: 'hex', length: 8 }),
  },
  directories: {
    'changing-errors': directories('changing-errors'),
    'under-errors': directories('under-errors'),
  },
  subdomains: trapShapes.subdomains,
  'soft-404': {
    teaser: (plot) => soft404(plot, { form: 'teaser', broken: 3, pages: 6 }),
    'host-teaser': (plot) => soft404({ ...plot, at: '' }, { form: 'teaser', broken: 2, pages: 9 }),
    'host-search': (plot) => soft404({ ...plot, at: '' }, { form: 'search', broken: 3, pages: 6 }),
    'many-broken': (plot) => soft404(plot, { form: 'redirect', broken: 6, pages: 6 }),
  },
  login: {
    hex: (plot) => loginLoop(plot, { form: 'hex', key: 'u', everyPage: false }),
    path: (plot) => loginLoop(plot, { form: 'path', key: '', everyPage: false }),
    'path-every-page': (plot) => loginLoop(plot, { form: 'path', key: '', everyPage: true }),
    ticket: (plot) => loginLoop(plot, { form: 'ticket', key: 'form', everyPage: true }),
    'base64-every-page': (plot) => loginLoop(plot, { form: 'base64', key: 'back', everyPage: true }),
  },
  redirects: {
    'pair-endless': (plot) => redirectingTokens(plot, { ...redirects, form: 'pair' }),
    'pair-page': (plot) => redirectingTokens(plot, { ...redirects, form: 'pair', hops: 3 }),
    'every-page': (plot) => redirectingTokens(plot, { ...redirects, hops: 1, everyPage: true }),
  },
};

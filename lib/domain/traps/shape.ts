import { recent } from '../base/recent-answers.ts';
import type { CanonicalUrl } from '../url/url.ts';
import { type Masked, maskSegment } from '../yield/segment.ts';
import { nesting, repetition, type Sign } from './sign.ts';

/** What the URL of a page has in common with those of pages like it. */
export interface Shape {
  /** Path with what varies replaced (`segment.ts`; `*` for the words of the last part), and the keys of the query. */
  readonly pattern: string;
  /** Where it stands: the folders before the first that varies; with a query the path itself and `?`. */
  readonly area: string;
  /** Parts of the path. */
  readonly depth: number;
  /** Choices made in the query: parameters, values of one, and another one for how things are shown. */
  readonly choices: number;
  /** What varies in it is a date, an id, a choice among facets, or the number of a page of a list: its text must tell. */
  readonly suspicious: boolean;
  /** It has a date in it, or what stands for one. */
  readonly dated: boolean;
  /** One number tells its pages from each other. */
  readonly numbered: boolean;
  /** It has an id in it. */
  readonly token: boolean;
  readonly sign?: Sign;
}

/** Parameters that show the same things in another way. */
const display =
  /^(?:sort|order|orderby|sortby|dir|direction|view|mode|layout|display|per_?page|page_?size|limit)$/i;
const paging = /^(?:page|p|pg|paged|start|offset|skip|from|cursor|after|before)$/i;
const dating =
  /^(?:y|m|d|year|month|day|week|date|time|ts?|when|yr|mon|mo|cal|from|to|start|end|until|since)$/i;
const calendarish =
  /(?:^|[\W_])(?:cal|calendar|kalender|calendrier|events?|agenda|schedule|date|dates|days?|months?|years?|weeks?|diary|termine|whats-?on)(?:$|[\W_])/i;
const longPath = 8;
const maxKeys = 6;
/** A longer last part is the name of a page, not of a script. */
const scriptName = /^[a-z_]+(?:\.[a-z]{2,5})?$/i;
const longestScript = 20;

/** The shapes of URLs met lately: a URL is asked about when it is found, at each turn in which it waits, and when it is visited. */
const lately = recent(shapeAnew, 8_192);

export function shapeOf(url: CanonicalUrl): Shape {
  return lately(url);
}

function shapeAnew(url: CanonicalUrl): Shape {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const mark = url.indexOf('?', start);
  const path = mark < 0 ? url.slice(start + 1) : url.slice(start + 1, mark);
  const segments = path.split('/').filter((segment) => segment !== '');
  const parameters = [
    ...matrixParameters(segments),
    ...(mark < 0 ? [] : parametersOf(url.slice(mark + 1), '&')),
  ];
  const slash = path === '' || path.endsWith('/') ? '/' : '';

  const leaf = segments.length - 1;
  const masked = segments.map((segment, i) => (i === leaf ? maskLeaf(segment) : maskSegment(segment)));
  const parts = masked.map(({ mask, variable }, i) => {
    if (i < leaf || variable) return mask;
    return parameters.length > 0 && isScript(segments[i] ?? '') ? mask : leafMask(segments[i] ?? '');
  });
  const fixed = parts.findIndex((_, i) => i === leaf || masked[i]?.variable === true);
  const folders = parts.slice(0, fixed < 0 ? 0 : fixed);
  const place = `/${[...folders].join('/')}`;
  const whole = `/${parts.join('/')}${parts.length > 0 ? slash : ''}`;
  const query = queryPattern(parameters);
  const dated = isDated(path, masked, parameters);
  const sign = repetition(segments) ?? nesting(parameters.map(({ value }) => value));
  return {
    pattern: whole + query,
    area: parameters.length > 0 ? `${whole}?` : place,
    depth: segments.length,
    choices: levelOf(parameters) + groupsIn(parts.at(-1) ?? '') - 1,
    suspicious: dated || isVaried(segments.length, masked, parameters) || sign !== undefined,
    dated,
    numbered: isNumbered(segments.at(-1) ?? '', parameters),
    token: masked.some(hasId) || parameters.some((one) => hasId(one.masked)),
    ...(sign === undefined ? {} : { sign }),
  };
}

function hasId({ token, mask }: Masked): boolean {
  return token || mask.includes('##');
}

interface Parameter {
  readonly key: string;
  readonly value: string;
  readonly masked: Masked;
  /** Values in one: `red,small`. */
  readonly items: number;
}

/** Takes choices that stand behind semicolons from the last part of a path; an id there is none. */
function matrixParameters(segments: string[]): readonly Parameter[] {
  const leaf = segments.at(-1) ?? '';
  const mark = leaf.indexOf(';');
  if (mark <= 0) return [];
  const parameters = parametersOf(leaf.slice(mark + 1), ';');
  if (parameters.some(({ value, masked }) => value === '' || hasId(masked))) return [];
  segments[segments.length - 1] = leaf.slice(0, mark);
  return parameters;
}

function parametersOf(query: string, separator: string): readonly Parameter[] {
  return query
    .split(separator)
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=');
      const key = (equals < 0 ? part : part.slice(0, equals)).slice(0, 40);
      const value = equals < 0 ? '' : part.slice(equals + 1);
      return {
        key,
        value,
        masked: maskSegment(value.slice(0, 80)),
        items: value.split(/[,;|]|%2C|%3B|%7C/i).length,
      };
    });
}

function queryPattern(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const keys = parameters.map(({ key, items }) => (items > 1 ? `${key}(${items})` : key)).sort();
  const more = keys.length > maxKeys ? ['…'] : [];
  return `?${[...keys.slice(0, maxKeys), ...more].join('&')}`;
}

function levelOf(parameters: readonly Parameter[]): number {
  return parameters.reduce((sum, { key, items }) => sum + items + (display.test(key) ? 1 : 0), 0);
}

function isScript(segment: string): boolean {
  return segment.length <= longestScript && scriptName.test(segment);
}

/** The name of a page and its extension, which says nothing of what varies. */
function maskLeaf(segment: string): Masked {
  const extension = extensionOf(segment);
  if (extension === '') return maskSegment(segment);
  const masked = maskSegment(segment.slice(0, -extension.length));
  return { ...masked, mask: masked.mask + extension.toLowerCase() };
}

function extensionOf(segment: string): string {
  return /\.[a-z][a-z0-9]{1,4}$/i.exec(segment)?.[0] ?? '';
}

/** `red-apples.html` and `green-pears.html` are pages of one kind. */
function leafMask(segment: string): string {
  const extension = extensionOf(segment).toLowerCase();
  const parameter = /;[a-z]+=/i.exec(segment)?.[0].toLowerCase() ?? '';
  return `${wordsMask(segment)}${parameter === '' ? extension : parameter}`;
}

const mostGroups = 4;

/** Groups of words in the mask of a last part: each but the first is a choice more. */
function groupsIn(mask: string): number {
  return Math.max(1, mask.split('*').length - 1);
}

/** `*`, or `*_*` for words in groups: `colour-red_size-small`. */
function wordsMask(leaf: string): string {
  if (!/[_+,:~]|--/.test(leaf)) return '*';
  const count = (mark: string): number => leaf.split(mark).length - 1;
  const marks = ['-', '_', '+', ',', ':', '~', '--'].filter((mark) => leaf.includes(mark));
  if (marks.length < 2) return '*';
  const [rarest = ''] = marks.sort((a, b) => count(a) - count(b));
  return Array.from({ length: Math.min(mostGroups, count(rarest) + 1) }, () => '*').join(rarest);
}

function isDated(path: string, segments: readonly Masked[], parameters: readonly Parameter[]): boolean {
  const numbers = segments
    .map(({ mask }) => mask.replace(/\.[a-z]\w*$/, ''))
    .filter((mask) => /^[#YM]+$/.test(mask));
  if (numbers.includes('Y') && (numbers.length > 1 || calendarish.test(path))) return true;
  if (segments.some(({ dated }) => dated)) return true;
  return parameters.some(
    ({ key, masked }) =>
      masked.dated || (dating.test(key) && masked.variable) || (masked.variable && calendarish.test(path)),
  );
}

function isVaried(depth: number, segments: readonly Masked[], parameters: readonly Parameter[]): boolean {
  if (depth >= longPath || segments.some(hasId)) return true;
  const varied = parameters.some(
    ({ key, masked, value }) =>
      display.test(key) ||
      paging.test(key) ||
      hasId(masked) ||
      value.includes('%2F') ||
      value.startsWith('/'),
  );
  const words = parameters.filter(({ masked, value }) => !masked.variable && value !== '').length;
  const choices = parameters.reduce((sum, { items }) => sum + items, 0);
  return varied || (choices > 1 && words > 0);
}

/** `/17`, `/page-17.html`, `?id=17`. */
function isNumbered(leaf: string, parameters: readonly Parameter[]): boolean {
  if (parameters.length > 0) return parameters.length === 1 && /^\d+$/.test(parameters[0]?.value ?? '');
  return /^[A-Za-z]*[-_.]?\d+(?:\.[a-z]\w*)?$/.test(leaf);
}

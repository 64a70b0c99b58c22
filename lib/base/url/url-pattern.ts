import { longHashOf, shortHashOf } from '../bytes/hash.ts';
import { append } from '../long-lists.ts';
import { recent } from '../recent-answers.ts';
import { trimmedEnd } from '../trim.ts';
import { maskSegment } from './segment.ts';
import { type CanonicalUrl, hostOf } from './url.ts';

/** What a URL has in common with others of its host: the regions that it belongs to, and its name without ids. */
export interface UrlPattern {
  /**
   * Regions below the host, from the widest: prefixes of the path, then the pattern: the path with numbers (`#`), ids
   * (`~`), dates (`Y`, `M`) and words (`*`) generalised, and its parameters. Those with more parameters stand in a region
   * of their own (`?2+`): they narrow down what those with fewer show.
   */
  readonly regions: readonly string[];
  /**
   * The page that it may be, whatever the copy: ids, numbers of folders and of parameters left out. Absent where there
   * are none.
   */
  readonly page?: string;
  /** Of `page`, 24 bits. */
  readonly pageHash?: number;
  /** Whether the URL has ids. */
  readonly hasIds: boolean;
  /** Of the URL, 16 bits. */
  readonly hash: number;
}

/** Folders of a path that stand in patterns by name; those further down count as any. */
const namedFolders = 3;
const maxKeys = 6;
/** URLs of a script with two parameters or more are a region, and in it those with three or more: filters upon filters. */
const countedKeys = 3;
/** A longer name is cut, so that a region stays small. */
const longestName = 40;

const lately = recent(read, 8_192);

export function urlPattern(url: CanonicalUrl): UrlPattern {
  return lately(url);
}

/** The region of all URLs of a host that end as this pattern does: in `.ps`, another extension or none, as a folder, or in a query. */
export function endingOf(pattern: string): string {
  if (pattern.includes('?')) return '*?';
  const plain = trimmedEnd(pattern, '^');
  if (plain.endsWith('/')) return '*/';
  const dot = plain.lastIndexOf('.');
  return dot > plain.lastIndexOf('/') ? `*${plain.slice(dot)}` : '*';
}

/** One name for all URLs of a host that differ by their ids alone; undefined: the URL has none. */
export function withoutIds(url: CanonicalUrl): string | undefined {
  const { page, hasIds } = urlPattern(url);
  return hasIds ? `${hostOf(url)}${page}` : undefined;
}

interface Parameter {
  /** As it stands in patterns: with its value, where that is a word. */
  readonly shown: string;
  /** Without its value, where that is an id or has a number. */
  readonly page: string;
  readonly withoutId: string;
  readonly isId: boolean;
}

function read(url: CanonicalUrl): UrlPattern {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const mark = url.indexOf('?', start);
  const path = mark < 0 ? url.slice(start + 1) : url.slice(start + 1, mark);
  const parameters: Parameter[] = mark < 0 ? [] : parametersOf(url.slice(mark + 1), '&');
  const parts: string[] = [];
  const page: string[] = [];
  const withoutIds: string[] = [];
  let ids = parameters.some(({ isId }) => isId);
  const slash = path.endsWith('/') ? '/' : '';
  const segments = path.slice(0, path.length - slash.length).split('/');
  const hasParameters = mark >= 0 || path.includes(';');
  for (const [i, segment] of segments.entries()) {
    const isLast = i === segments.length - 1;
    const semicolon = segment.indexOf(';');
    const whole = semicolon < 0 ? segment : segment.slice(0, semicolon);
    if (semicolon >= 0) {
      append(parameters, parametersOf(segment.slice(semicolon + 1), ';'));
      ids ||= parameters.some(({ isId }) => isId);
    }
    const extension = isLast ? (/\.[a-z][a-z0-9]{1,4}$/i.exec(whole)?.[0].toLowerCase() ?? '') : '';
    const name = whole.slice(0, whole.length - extension.length);
    const { mask, token, variable } = maskSegment(name.slice(0, 80));
    ids ||= token;
    withoutIds.push(token ? mask : whole);
    page.push(isLast ? whole : name.replace(/\d+/g, '#'));
    if (variable || token) parts.push(mask + extension);
    else if (isLast && name !== '' && !(hasParameters && isName(name))) parts.push(`*${extension}`);
    else parts.push(i < namedFolders && isName(name) ? `${nameOf(name)}${extension}` : '*');
  }
  const fixed = parts.findIndex((part, i) => i === parts.length - 1 || /[#~*YM]/.test(part));
  const folders = parts.slice(0, Math.min(namedFolders, fixed));
  const regions = folders.map((_, i) => `/${folders.slice(0, i + 1).join('/')}/`);
  // How deep a path goes tells no regions apart.
  const shown = parts.length > namedFolders + 2 ? [...parts.slice(0, namedFolders + 1), '…'] : parts;
  const pattern = `/${shown.join('/')}${slash}`;
  if (parameters.length > 0) regions.push(`${pattern}?`);
  for (let count = 2; count <= Math.min(parameters.length, countedKeys); count++) {
    regions.push(`${pattern}?${count}+`);
  }
  const keys = parameters.map(({ shown }) => shown).sort();
  const query = `${keys.slice(0, maxKeys).join('&')}${keys.length > maxKeys ? '&…' : ''}`;
  regions.push(keys.length > 0 ? `${pattern}?${query}` : pattern);
  const names = ids ? withoutIds : page;
  const plain = `${names.join('/')}${slash}?${parameters.map((one) => (ids ? one.withoutId : one.page)).join('&')}`;
  return {
    regions,
    hasIds: ids,
    hash: shortHashOf(url),
    ...(plain !== `${path}?${mark < 0 ? '' : url.slice(mark + 1)}` && {
      page: plain,
      pageHash: longHashOf(plain),
    }),
  };
}

/** Whether a region is that of all parameters of a script. */
export function isScript(region: string): boolean {
  return trimmedEnd(region, '^').endsWith('?');
}

/** A word that stands for itself: not a title of several words. */
function isName(text: string): boolean {
  return text.length <= longestName && !/[^-_+.,~][-_+.,~]+[^-_+.,~]/.test(text);
}

/** Few numbers tell names apart (`v2`); longer ones do not. */
function nameOf(text: string): string {
  return text.toLowerCase().replace(/\d{3,}/g, '#');
}

function parametersOf(query: string, separator: string): Parameter[] {
  return query
    .split(separator)
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=');
      const name = equals < 0 ? part : part.slice(0, equals);
      const value = equals < 0 ? '' : part.slice(equals + 1);
      // A name that looks made up is an id.
      const { mask, token } = maskSegment(name.slice(0, longestName));
      const key = token ? '~' : mask;
      const shown = /^[a-z]{1,12}$/.test(value) ? `${key}=${value}` : key;
      const whole = `${key}=${value}`;
      const masked = maskSegment(value.slice(0, 80));
      const isId = token || masked.token || masked.mask.includes('##');
      return { shown, isId, withoutId: isId ? key : whole, page: /\d/.test(value) ? key : whole };
    });
}

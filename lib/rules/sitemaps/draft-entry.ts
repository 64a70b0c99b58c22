import { detach } from '../../base/bytes/detach.ts';
import type { ChangeFrequency, ListedVideo } from '../../base/links/link.ts';
import type { ListedAlternate, ListedEntry } from './listing.ts';
import { readDateTime } from './w3c-date-time.ts';

const changeFrequencies: readonly ChangeFrequency[] = [
  'always',
  'hourly',
  'daily',
  'weekly',
  'monthly',
  'yearly',
  'never',
];

/** Bounds what one entry may bring of each kind: an attacker's entry could name a million images. */
const maxImages = 10;
const maxVideos = 3;
const maxAlternates = 200;
/** Titles and names are cut off at this length. UTF-16 units. */
const maxWords = 300;

/** A longer field of an entry is dropped: sitemaps.org allows a URL 2,048 characters. UTF-16 units. */
export const maxField = 8_192;
/** White space and zero-width characters, which occur at the ends of URLs. */
const blank = /[\s\u200b-\u200d\u2060]/;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** An entry that is being parsed. If a field occurs twice, its first value counts. */
export interface DraftEntry {
  readonly kind: ListedEntry['kind'];
  base?: string;
  loc?: string;
  /** The URL to use if there is no `loc`: the permalink of a feed's item. */
  permalink?: string;
  /** The URL to use if there is neither: the id of a feed's item that is one. */
  id?: string;
  /** The text of the entry outside of its fields; collected only while the entry has no `loc`. */
  ownText: string;
  dates: { lastmod?: string; published?: string };
  changefreq?: string;
  priority?: string;
  title?: string;
  news: Record<string, string>;
  images: string[];
  videos: Writable<ListedVideo>[];
  alternates: ListedAlternate[];
}

export function draftEntry(kind: ListedEntry['kind'], base?: string): DraftEntry {
  return {
    kind,
    ownText: '',
    dates: {},
    news: {},
    images: [],
    videos: [],
    alternates: [],
    ...(base === undefined ? {} : { base }),
  };
}

export function addImage(draft: DraftEntry, url: string): void {
  if (draft.images.length < maxImages) draft.images.push(detach(url));
}

export function addVideo(draft: DraftEntry): void {
  if (draft.videos.length <= maxVideos) draft.videos.push({});
}

export function addAlternate(draft: DraftEntry, alternate: ListedAlternate): void {
  if (draft.alternates.length < maxAlternates) draft.alternates.push(alternate);
}

/** Removes blanks at both ends. Takes linear time, unlike a regular expression that is anchored at the end. */
export function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && blank.test(text.charAt(start))) start += 1;
  while (end > start && blank.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

export function isWebUrl(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text);
}

export function words(text: string): string {
  return detach(text.slice(0, maxWords).replace(/\s+/g, ' ').trim());
}

/** Returns the entry that the parser passes on; undefined if it has no URL. */
export function finishedEntry(draft: DraftEntry): ListedEntry | undefined {
  const loc = draft.loc || draft.permalink || draft.id || urlOf(draft.ownText);
  if (!loc) return undefined;
  const entry: Writable<ListedEntry> = { kind: draft.kind, loc };
  if (draft.base !== undefined) entry.base = draft.base;
  const lastmod = readDateTime(draft.dates.lastmod ?? draft.dates.published ?? '');
  if (lastmod !== undefined) entry.lastmod = lastmod;
  const changefreq = readFrequency(draft.changefreq);
  if (changefreq !== undefined) entry.changefreq = changefreq;
  const priority = readPriority(draft.priority);
  if (priority !== undefined) entry.priority = priority;
  if (draft.title) entry.title = draft.title;
  if (Object.keys(draft.news).length > 0) entry.news = draft.news;
  if (draft.images.length > 0) entry.images = draft.images;
  if (draft.videos.length > 0) entry.videos = draft.videos.slice(0, maxVideos);
  if (draft.alternates.length > 0) entry.alternates = draft.alternates;
  return entry;
}

function urlOf(text: string): string | undefined {
  if (text.length > maxField) return undefined;
  const url = trimmed(text);
  return isWebUrl(url) ? detach(url) : undefined;
}

function readFrequency(text: string | undefined): ChangeFrequency | undefined {
  const word = text?.trim().toLowerCase();
  return changeFrequencies.find((frequency) => frequency === word);
}

/** Returns a priority from 0 to 1; undefined for anything else. Accepts a decimal comma. */
function readPriority(text: string | undefined): number | undefined {
  const source = text?.trim().replace(',', '.') ?? '';
  if (!/^\+?(?:\d+(?:\.\d*)?|\.\d+)$/.test(source)) return undefined;
  const priority = Number(source);
  return priority <= 1 ? priority : undefined;
}

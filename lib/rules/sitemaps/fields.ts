import { byName } from '../../base/by-name.ts';
import { detach } from '../../base/bytes/detach.ts';
import {
  addAlternate,
  addImage,
  addVideo,
  type DraftEntry,
  isWebUrl,
  trimmed,
  words,
} from './draft-entry.ts';

export type ListingSyntax = 'sitemap' | 'feed';

/** Reads the fields of an entry. The path of an element is the local names below the entry, joined with `/`. */
export interface FieldReader {
  /** Reads the attributes of an element that opens. An empty path is the entry itself. */
  open(draft: DraftEntry, path: string, attributes: Readonly<Record<string, string>>): void;
  /** Whether the text of an element is a field of the entry. */
  isText(path: string): boolean;
  /** Whether the text of an element is prose, which may contain markup. */
  isWords(path: string): boolean;
  /** Enters the text of an element. */
  text(draft: DraftEntry, path: string, value: string): void;
  /** Whether a child of the entry is a field of it even with another prefix than the entry. */
  mayBeForeign(name: string, prefix: string): boolean;
  /** Whether an element outside of the entries is the date of the whole list. */
  isListDate(name: string): boolean;
}

type Setter = (draft: DraftEntry, value: string) => void;

const setLoc: Setter = (draft, value) => {
  const loc = trimmed(value);
  if (loc !== '') draft.loc ??= detach(loc);
};

const sitemapText = byName<Setter>({
  loc: setLoc,
  lastmod: (draft, value) => {
    draft.dates.lastmod ??= value;
  },
  changefreq: (draft, value) => {
    draft.changefreq ??= value;
  },
  priority: (draft, value) => {
    draft.priority ??= value;
  },
  'news/title': news('title'),
  'news/publication_date': news('published'),
  'news/publication/name': news('publication'),
  'news/publication/language': news('language'),
  'image/loc': (draft, value) => addImage(draft, trimmed(value)),
  'video/title': video('title'),
  'video/player_loc': video('url'),
  'video/content_loc': video('url'),
  'video/thumbnail_loc': video('thumbnail'),
});

/** Reads the fields of `url` and `sitemap` (sitemaps.org), and of Google's news, image and video extensions. */
export const sitemapFields: FieldReader = {
  open(draft, path, { rel, href, hreflang }) {
    if (path === 'video') addVideo(draft);
    if (path !== 'link' || !href || rel?.trim().toLowerCase() !== 'alternate') return;
    addAlternate(draft, { href: href.trim(), ...(hreflang ? { hreflang: hreflang.trim() } : {}) });
  },
  isText: (path) => sitemapText.has(path),
  isWords: (path) => path.endsWith('/title') || path.endsWith('/name'),
  text: (draft, path, value) => sitemapText.get(path)?.(draft, value),
  mayBeForeign: (name) => name === 'link' || name === 'news' || name === 'image' || name === 'video',
  isListDate: () => false,
};

const setLastmod: Setter = (draft, value) => {
  draft.dates.lastmod ??= value;
};
const setPublished: Setter = (draft, value) => {
  draft.dates.published ??= value;
};

/** An id that has the form of a URL is where the page most likely is, if nothing else says it. */
const setId: Setter = (draft, value) => {
  const id = trimmed(value);
  if (isWebUrl(id)) draft.id ??= detach(id);
};

const feedText = byName<Setter>({
  // RSS; a link of Atom has no text, its URL is an attribute.
  link: setLoc,
  title: (draft, value) => {
    draft.title ??= words(value);
  },
  guid: (draft, value) => {
    const id = trimmed(value);
    // Many ids that are not URLs lack `isPermaLink="false"`.
    if (draft.permalink === '' && isWebUrl(id)) draft.permalink = detach(id);
    setId(draft, value);
  },
  id: setId,
  updated: setLastmod,
  modified: setLastmod,
  pubdate: setPublished,
  published: setPublished,
  issued: setPublished,
  date: setPublished,
});
const listDates = new Set(['pubdate', 'lastbuilddate', 'updated', 'modified', 'date']);
/** Prefixes of elements of other vocabularies that are fields of a feed's item: Dublin Core and Atom within RSS. */
const itemPrefixes = new Set(['dc', 'dcterms', 'atom', 'a10']);

/** Reads the fields of `item` (RSS) and `entry` (Atom). */
export const feedFields: FieldReader = {
  open(draft, path, attributes) {
    const { href, rel = 'alternate', ispermalink, 'rdf:about': about } = attributes;
    if (path === '' && about) draft.permalink = about.trim();
    if (path === 'link' && href && rel.trim().toLowerCase() === 'alternate') setLoc(draft, href);
    // A `guid` is the URL of the page unless `isPermaLink` is false (RSS 2.0).
    if (path === 'guid' && ispermalink?.trim().toLowerCase() !== 'false') draft.permalink ??= '';
  },
  isText: (path) => feedText.has(path),
  isWords: (path) => path === 'title',
  text: (draft, path, value) => feedText.get(path)?.(draft, value),
  mayBeForeign: (_, prefix) => itemPrefixes.has(prefix),
  isListDate: (name) => listDates.has(name),
};

function news(key: string): Setter {
  return (draft, value) => {
    draft.news[key] ??= words(value);
  };
}

function video(key: 'title' | 'url' | 'thumbnail'): Setter {
  return (draft, value) => {
    const last = draft.videos.at(-1);
    if (last !== undefined) last[key] ??= key === 'title' ? words(value) : detach(value.trim());
  };
}

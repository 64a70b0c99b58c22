import { byName } from '../../../../base/by-name.ts';
import { around, attribute, element } from '../../../../base/html/xml.ts';
import type { Json } from '../../../../base/json.ts';
import type { Link } from '../../../../base/links/link.ts';
import { type CanonicalUrl, hostOf } from '../../../../base/url/url.ts';
import type { PageRecord } from '../../../../domain/collection/record.ts';
import { languageOf } from '../../../../pipeline/collection/record-filter.ts';
import type { FormatPlan } from '../../format.ts';

/** Elements that the records of Combine and ALVIS have in common. */

/** `2006-12-05 13:20:25`, UTC; undefined for what is no date. */
export function timeText(at: number): string | undefined {
  return Number.isFinite(at) ? new Date(at).toISOString().slice(0, 19).replace('T', ' ') : undefined;
}

export function modifiedOf({ response, lastChanged }: PageRecord): string {
  return timeText(Date.parse(response.lastModified ?? '')) ?? timeText(lastChanged) ?? '';
}

export function urlsOf({ urls }: PageRecord): string {
  return around('urls', urls.map((url) => element('url', url)).join(''));
}

/** Names of meta elements that say what Dublin Core has an element for, as Combine reads them. */
const dublinCoreNames = byName({
  ...{ rights: 'rights', copyright: 'rights', 'doc-rights': 'rights', 'document-rights': 'rights' },
  ...{ coverage: 'coverage', 'geo.country': 'coverage', location: 'coverage', country: 'coverage' },
  ...{ creator: 'creator', originator: 'creator', author: 'creator' },
  ...{ content: 'description', description: 'description', abstract: 'description', summary: 'description' },
  ...{ email: 'publisher', publisher: 'publisher', 'publisher-email': 'publisher' },
  ...{ language: 'language', 'content-language': 'language' },
  ...{ 'identifier-url': 'identifier', url: 'identifier' },
  ...{ timemodified: 'date', timecreated: 'date', pd: 'date', 'creation-date': 'date', created: 'date' },
  ...{ classification: 'subject', category: 'subject', subject: 'subject', 'page-topic': 'subject' },
  ...{ topicname: 'subject', keyword: 'subject', keywords: 'subject', 'document-classification': 'subject' },
  ...{ documenttype: 'type', 'resource-type': 'type', type: 'type', 'doc-type': 'type', mimetype: 'type' },
  ...{ progid: 'format', 'content-type': 'format', title: 'title' },
});

export interface Meta {
  readonly name: string;
  readonly text: string;
}

/** What the page and its answer say in terms of Dublin Core; a list of subjects is one entry for each. */
export function metaOf({ title, metadata, response, mediaType }: PageRecord): readonly Meta[] {
  const formats = [response.contentType || mediaType, ...(metadata['content-type'] ?? [])];
  const said = Object.entries(metadata).flatMap(([name, contents]) => {
    const own = dublinCoreNameOf(name);
    return own === undefined || name === 'content-type' ? [] : contents.map((text) => ({ name: own, text }));
  });
  const all = [...formats.map((text) => ({ name: 'dc:format', text })), ...said];
  return [
    { name: 'title', text: title },
    ...all.flatMap(({ name, text }) =>
      name === 'dc:subject' ? text.split(/,\s*/).map((one) => ({ name, text: one })) : [{ name, text }],
    ),
  ];
}

const elements: ReadonlySet<string> = new Set([
  ...dublinCoreNames.values(),
  ...['contributor', 'relation', 'source'],
]);

function dublinCoreNameOf(name: string): string | undefined {
  const [, own = ''] = /^dc[.:]\s*([a-z]+)/.exec(name) ?? [];
  if (own !== '') return elements.has(own) ? `dc:${own}` : undefined;
  const known = dublinCoreNames.get(name);
  return known && `dc:${known}`;
}

export function metaData(record: PageRecord): string {
  const all = metaOf(record).map(({ name, text }) => element('meta', text, attribute('name', name)));
  return around('metaData', all.join(''));
}

/** How Combine calls the elements that links stand in; all others are `a`. */
const linkTypes = byName({
  ...{ area: 'area', frame: 'frame', iframe: 'frame', text: 'text' },
});

type LinkPlan = Pick<FormatPlan, 'options' | 'inlinksTo'>;

export function links(record: PageRecord, plan: LinkPlan): string {
  const { options } = plan;
  const seen = new Set<string>();
  const told = (link: Link): string => {
    const key = `${link.url} ${link.anchor}`;
    if (seen.has(key)) return '';
    seen.add(key);
    return linkOf(link, element('location', link.url));
  };
  const all = options.nooutlinks ? '' : record.links.map(told).join('');
  return around('links', around('outlinks', all) + inlinks(record, plan));
}

function linkOf(link: { readonly anchor: string; readonly element: string }, location: string): string {
  const inner = element('anchorText', link.anchor) + location;
  return around('link', inner, attribute('type', linkTypes.get(link.element) ?? 'a'));
}

/** The links that lead to a page: those of other servers first, whose number follows. */
function inlinks(record: PageRecord, { options, inlinksTo }: LinkPlan): string {
  const seen = new Set<string>();
  const own = new Set(record.urls.map(serverOf));
  const servers = new Set<string>();
  const [others, inner]: [string[], string[]] = [[], []];
  for (const link of inlinksTo?.(record) ?? []) {
    const { from, md5, anchor } = link;
    const key = options.collapseinlinks ? anchor : `${from} ${anchor}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const server = serverOf(from);
    const isOwn = own.has(server);
    if (!isOwn) servers.add(server);
    (isOwn ? inner : others).push(linkOf(link, element('location', from, attribute('documentId', md5))));
  }
  if (seen.size === 0) return '';
  const count = servers.size === 0 ? undefined : String(servers.size);
  return around('inlinks', [...others, ...inner].join('')) + element('inlinkHosts', count);
}

/** A server may have several ports. */
const serverOf = (url: string): string => hostOf(url as CanonicalUrl).replace(/:\d+$/, '');

const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** What the analysis says of the page. */
export function properties({ finalUrl, ...record }: PageRecord): string {
  const { analysis = {} } = record;
  const { hostname } = new URL(finalUrl);
  const country = countryIn(analysis.country);
  const pairs: readonly (readonly [string, string | undefined])[] = [
    ['topLevelDomain', /\.([a-z][^.]*)$/.exec(hostname)?.[1]],
    ['country', country],
    ['language', languageOf(record)],
  ];
  return pairs.map(([name, text]) => element('property', text, attribute('name', name))).join('');
}

function countryIn(found: Json | undefined): string | undefined {
  const code = (found as { readonly code?: string } | undefined)?.code;
  return code && /^[A-Z]{2}$/.test(code) ? countries.of(code) : undefined;
}

/** The classes of a page with their points, all of them together first. @param join makes texts of the terms of a class */
export function topics({ topic }: PageRecord, join: (terms: readonly string[]) => readonly string[]): string {
  if (topic === undefined || topic.classes.length === 0) return '';
  const { score, relative = 0, classes } = topic;
  const one = (name: string, points: number, part: number, terms: readonly string[]): string =>
    around(
      'topic',
      element('class', name) +
        join(terms)
          .map((text) => element('terms', text))
          .join(''),
      attribute('absoluteScore', figure(points)) + attribute('relativeScore', Math.floor(part * 1_000 + 0.5)),
    );
  return [
    one('ALL', score, relative, []),
    ...classes.map((found) =>
      one(
        found.id,
        found.score,
        found.relative ?? found.share,
        termsOf(found.evidence.map(({ term }) => term)),
      ),
    ),
  ].join('');
}

/** Terms without the signs of their patterns, as Combine shows them. */
function termsOf(terms: readonly string[]): readonly string[] {
  const shown = terms.map((term) =>
    term
      .replace(/\\./g, '')
      .replace(/[?*^[\]]/g, '')
      .split(' @and ')
      .map((part) => part.replace(/s$/, ''))
      .join(', '),
  );
  return [...new Set(shown)].filter((term) => term !== '');
}

function figure(value: number): string {
  return String(Number(value.toPrecision(9)));
}

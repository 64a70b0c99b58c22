import { readFileSync } from 'node:fs';
import type { ListingFormat } from '../../../lib/base/fetch/outcome.ts';
import { canonicalise } from '../../../lib/base/url/canonicalise.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { speaksFor } from '../../../lib/rules/sitemaps/location.ts';
import type { DateTime } from '../../../lib/rules/sitemaps/w3c-date-time.ts';
import { casesFile } from '../../support/cases.ts';
import { type Rule, type Suite, UnknownCase, type Value } from '../suite.ts';
import { readWhole } from './read.ts';

/** A line of sitemaps/cases.jsonl: a file, where it comes from, and what crawler-commons makes of it. */
interface FileCase {
  readonly id: string;
  readonly test: string;
  readonly url: string;
  readonly contentType: string;
  readonly file: string;
  readonly options: {
    readonly strict?: boolean;
    readonly strictNamespace?: boolean;
    readonly urlFilter?: string | null;
  };
  readonly expected: {
    readonly error?: string;
    readonly type?: string;
    readonly lastmod?: string | null;
    readonly urls?: readonly WantedUrl[];
    readonly sitemaps?: readonly Pick<WantedUrl, 'loc' | 'lastmod'>[];
  };
}

interface WantedUrl {
  readonly loc: string;
  readonly lastmod: string | null;
  readonly changefreq: string | null;
  readonly priority: number | null;
  readonly valid: boolean;
}

const types: Readonly<Record<ListingFormat, string>> = {
  sitemap: 'XML',
  'sitemap-index': 'INDEX',
  text: 'TEXT',
  rss: 'RSS',
  atom: 'ATOM',
  'json-feed': 'JSON',
};

export const sitemapFiles: Suite<FileCase> = {
  name: 'sitemaps-files',
  file: 'sitemaps/cases.jsonl',
  has: () => true,
  notClaimed: ({ options }) =>
    options.urlFilter ? "what URLs are rewritten to is the job's own (`url`)" : undefined,
  got: gotLines,
  want: ({ expected }) => wantedLines(expected),
  rules: [
    refused('a DOCTYPE is passed over, and none of its entities expanded', (source) =>
      /<!DOCTYPE/i.test(source),
    ),
    refused(
      'elements go by their local names, whatever their namespace',
      (_, one) => one.options.strictNamespace === true,
    ),
  ],
};

function gotLines(one: FileCase): Value {
  const url = urlOf(one.url);
  const read = readWhole(url, readFileSync(casesFile(`sitemaps/${one.file}`)), one.contentType);
  if (read === undefined) return ['error'];
  const lines = read.entries.flatMap((entry) => {
    const date = iso(entry.lastmod);
    if (read.format === 'sitemap-index') return [`${entry.url} ${date}`];
    const valid = speaksFor('protocol', url, false, entry.url);
    if (!valid && one.options.strict) return [];
    return [`${entry.url} ${date} ${entry.changefreq ?? null} ${entry.priority ?? 0.5} ${valid}`];
  });
  return [`${types[read.format]} ${iso(read.lastmod)}`, ...lines];
}

function wantedLines({ error, type, lastmod, urls = [], sitemaps = [] }: FileCase['expected']): Value {
  if (error !== undefined) return ['error'];
  return [
    `${type} ${lastmod ?? null}`,
    ...urls.map(
      ({ loc, lastmod, changefreq, priority, valid }) =>
        `${urlOf(loc)} ${lastmod} ${changefreq?.toLowerCase() ?? null} ${priority} ${valid}`,
    ),
    ...sitemaps.map(({ loc, lastmod }) => `${urlOf(loc)} ${lastmod}`),
  ];
}

/** A policy of ours by which a file is read that the suite refuses. */
function refused(name: string, isMeant: (source: string, one: FileCase) => boolean): Rule<FileCase> {
  return {
    name,
    read(want, one) {
      if (one.expected.error === undefined) return want;
      const source = readFileSync(casesFile(`sitemaps/${one.file}`), 'latin1');
      return isMeant(source, one) ? gotLines(one) : want;
    },
  };
}

function iso(moment: DateTime | undefined): string | null {
  return moment === undefined ? null : new Date(moment.at).toISOString().replace('.000Z', 'Z');
}

function urlOf(text: string): CanonicalUrl {
  const parsed = canonicalise(text);
  if (!parsed.ok) throw new UnknownCase(`not a URL: ${text}`);
  return parsed.url;
}

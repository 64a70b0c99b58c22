import type { Link } from '../../lib/base/links/link.ts';
import { defaultLinkSettings } from '../../lib/base/links/link-settings.ts';
import { canonicalise } from '../../lib/base/url/canonicalise.ts';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { parseOnly } from '../../lib/base/url/url-settings.ts';
import { readPage } from '../../lib/domain/reading/read-page.ts';
import { type Rule, runnable, type Suite } from './suite.ts';

/** A line of html/cases.jsonl that is about URLs. */
interface HtmlCase {
  readonly id: string;
  readonly kind: string;
  readonly input: {
    readonly html?: string;
    readonly html_b64?: string;
    readonly url?: string;
    readonly baseUrl?: string;
    readonly encoding?: string;
  };
  readonly expected: unknown;
  /** Extracted with the suite's default options. */
  readonly core?: boolean;
}

const file = 'html/cases.jsonl';

const bases: Suite<HtmlCase> = {
  name: 'html-base-url',
  file,
  has: ({ kind }) => kind === 'base-url',
  got: ({ input }) =>
    linksOf(Buffer.concat([bytesOf(input), Buffer.from('<a href="">')]), input.baseUrl, 'utf-8').at(-1)
      ?.url ?? null,
  want: ({ expected }) => canonicalText(String(expected)),
  rules: [],
};

const refreshes: Suite<HtmlCase> = {
  name: 'html-meta-refresh',
  file,
  has: ({ kind }) => kind === 'meta-refresh',
  got: ({ input }) =>
    linksOf(bytesOf(input), input.baseUrl, input.encoding ?? 'windows-1252').find(
      ({ element }) => element === 'refresh',
    )?.url ?? null,
  want: ({ expected }) => (expected === null ? null : canonicalText((expected as { url: string }).url)),
  rules: [
    htmlRule('of attributes with one name the first counts', (want, html) =>
      /<meta[^>]*\shttp-equiv\b(?!\s*=)[^>]*\shttp-equiv\s*=/i.test(html) ? null : want,
    ),
    htmlRule('a page that reloads itself leads nowhere', (want, html, one) =>
      /url/i.test(html) || want !== canonicalText(one.input.baseUrl ?? '') ? want : null,
    ),
  ],
};

const links: Suite<HtmlCase> = {
  name: 'html-extract-links',
  file,
  has: ({ kind }) => kind === 'extract-links',
  notClaimed: ({ core }) => (core === true ? undefined : 'which links count is for the scope to say'),
  got: ({ input }) => linksOf(bytesOf(input), input.url, input.encoding ?? 'utf-8').map(({ url }) => url),
  want: ({ expected }) =>
    (expected as readonly { url: string }[]).map(({ url }) => canonicalText(url) ?? url),
  rules: [],
};

const outlinks: Suite<HtmlCase> = {
  name: 'html-outlinks',
  file,
  has: ({ kind }) => kind === 'outlinks',
  notClaimed: ({ input }) => (/<form/i.test(bytesOf(input).toString()) ? 'a form is no link' : undefined),
  got: ({ input }) => linksOf(bytesOf(input), input.url, 'utf-8').map(({ url }) => url),
  want: ({ expected }) =>
    (expected as { exact: readonly string[] }).exact.map((url) => canonicalText(url) ?? url),
  rules: [],
};

interface WebKbCase {
  readonly id: string;
  readonly input: { readonly url: string; readonly html_b64: string; readonly encoding: string };
  readonly expected: { readonly base?: string | null; readonly links: readonly { readonly href: string }[] };
}

/** Real pages of 1997 with the links that an HTML5 tree has, both resolved; as sets. */
const webKb: Suite<WebKbCase> = {
  name: 'html-webkb-links',
  file: 'html/webkb_links.jsonl',
  has: () => true,
  got: ({ input }) =>
    asSet(
      linksOf(Buffer.from(input.html_b64, 'base64'), input.url, input.encoding)
        .filter(({ element }) => element === 'a' || element === 'area')
        .map(({ url }) => url),
    ),
  want: ({ input, expected }) => {
    const base = canonicalText(expected.base ?? input.url, input.url) ?? input.url;
    return asSet(expected.links.flatMap(({ href }) => canonicalText(href, base) ?? []));
  },
  rules: [],
};

function bytesOf({ html, html_b64 }: HtmlCase['input']): Buffer {
  return html === undefined ? Buffer.from(html_b64 ?? '', 'base64') : Buffer.from(html);
}

function linksOf(body: Uint8Array, url: string | undefined, charset: string): readonly Link[] {
  const result = readPage({
    url: (canonicalText(url || 'http://base.example/') ?? '') as CanonicalUrl,
    body,
    contentType: `text/html; charset=${charset}`,
    urlSettings: parseOnly,
    links: { ...defaultLinkSettings, fromText: 'none' },
    extract: [],
    product: 'winnow',
  });
  if (result.kind !== 'page') throw new Error(`not read: ${JSON.stringify(result)}`);
  return result.content.links;
}

function canonicalText(url: string, base?: string): string | null {
  const parsed = canonicalise(url, base);
  return parsed.ok ? parsed.url : null;
}

function asSet(urls: readonly string[]): readonly string[] {
  return [...new Set(urls)].sort();
}

function htmlRule(
  name: string,
  read: (want: string, html: string, one: HtmlCase) => string | null,
): Rule<HtmlCase> {
  return {
    name,
    read: (want, one) =>
      typeof want === 'string' ? read(want, bytesOf(one.input).toString('latin1'), one) : want,
  };
}

export const htmlUrlSuites = [
  runnable(bases),
  runnable(refreshes),
  runnable(links),
  runnable(outlinks),
  runnable(webKb),
];

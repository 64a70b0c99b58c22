import { describe, expect, it } from 'vitest';
import { defaultLinkSettings } from '../../lib/base/links/link-settings.ts';
import type { PageContent } from '../../lib/base/page/page-content.ts';
import { canonicalise } from '../../lib/base/url/canonicalise.ts';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { parseOnly } from '../../lib/base/url/url-settings.ts';
import { charsetOf, decode } from '../../lib/documents/charset/charset.ts';
import { readPage } from '../../lib/domain/reading/read-page.ts';
import { hasCases, readCases } from '../support/cases.ts';

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly input: {
    readonly html?: string;
    readonly html_b64?: string;
    readonly bytes_b64?: string;
    readonly url?: string;
    readonly baseUrl?: string;
    readonly encoding?: string;
    readonly contentTypeHeader?: string | null;
  };
  // biome-ignore lint/suspicious/noExplicitAny: each kind of case expects something else.
  readonly expected: any;
  readonly core?: boolean;
}

interface WebKbCase {
  readonly id: string;
  readonly input: { readonly url: string; readonly html_b64: string; readonly encoding: string };
  readonly expected: {
    readonly base?: string | null;
    readonly title?: string | null;
    readonly links: readonly { readonly href: string }[];
  };
}

/** Cases where Winnow follows another rule than the suite, and which. */
const different: ReadonlyMap<string, string> = new Map([
  ['html-w3lib-0133', 'HTML standard: `< meta` is text'],
  ['html-w3lib-0138', 'HTML standard: a meta in the body counts'],
  ['html-w3lib-0139', 'HTML standard: http-equiv must be content-type'],
  ['html-w3lib-0140', 'HTML standard: http-equiv must be there'],
  ['html-w3lib-0164', 'Encoding standard: there is no UTF-32'],
  ['html-w3lib-0165', 'Encoding standard: there is no UTF-32'],
  ['html-w3lib-0166', 'Encoding standard: there is no UTF-32'],
  ['html-w3lib-0167', 'Encoding standard: there is no UTF-32'],
  ['html-w3lib-0168', 'Encoding standard: utf-16 is little-endian'],
  ['html-w3lib-0169', 'Encoding standard: there is no UTF-32'],
  ['html-w3lib-0226', 'HTML standard: of attributes with one name the first counts'],
  ['html-nutch-domcontent-0312', 'forms are no links'],
  ['html-heritrix-extractorhtml-0355', 'forms are no links'],
]);

/** Python's names of encodings in w3lib's cases. */
const pythonNames: ReadonlyMap<string, string> = new Map([
  ['cp1251', 'windows-1251'],
  ['cp1252', 'windows-1252'],
  ['utf-16-be', 'utf-16be'],
  ['utf-16-le', 'utf-16le'],
]);

describe.skipIf(!hasCases('html/cases.jsonl'))('HTML case suites', () => {
  const cases = readCases<Case>('html/cases.jsonl').filter((one) => !different.has(one.id));
  const check = (kind: string, run: (one: Case) => { readonly got: unknown; readonly want: unknown }) => {
    const wrong = cases
      .filter((one) => one.kind === kind && (kind !== 'extract-links' || one.core === true))
      .map((one) => ({ id: one.id, ...run(one) }))
      .filter(({ got, want }) => JSON.stringify(got) !== JSON.stringify(want));
    expect(wrong).toEqual([]);
  };

  it('sniffs encodings as the HTML standard says', () => {
    check('sniff-encoding', (one) => ({
      got: charsetOf(bodyOf(one), undefined, 'html'),
      want: one.expected,
    }));
  });

  it('finds declared encodings', () => {
    check('declared-encoding', (one) => ({
      got: charsetOf(bodyOf(one), undefined, 'html'),
      want: one.expected ?? 'windows-1252',
    }));
  });

  it('decodes by header and byte order mark', () => {
    check('decode-html', (one) => {
      const label = /charset=(.*)/.exec(one.input.contentTypeHeader ?? '')?.[1];
      const charset = charsetOf(bodyOf(one), label, 'html');
      const want = pythonNames.get(one.expected.encoding) ?? one.expected.encoding;
      return { got: [charset, decode(bodyOf(one), charset)], want: [want, one.expected.text] };
    });
  });

  it('finds the base URL', () => {
    check('base-url', (one) => {
      const page = contentOf(
        Buffer.concat([bodyOf(one), Buffer.from('<a href="">')]),
        one.input.baseUrl,
        'utf-8',
      );
      return { got: page.links.at(-1)?.url, want: canonical(one.expected) };
    });
  });

  it('finds the target of a meta refresh', () => {
    check('meta-refresh', (one) => {
      const page = contentOf(bodyOf(one), one.input.baseUrl, 'windows-1252');
      const got = page.links.find((link) => link.element === 'refresh')?.url ?? null;
      return { got, want: one.expected === null ? null : canonical(one.expected.url) };
    });
  });

  it('finds the links of a page, with default options', () => {
    check('extract-links', (one) => ({
      got: targets(contentOf(bodyOf(one), one.input.url, one.input.encoding ?? 'utf-8')),
      want: one.expected.map((link: { url: string }) => canonical(link.url)),
    }));
  });

  it('finds text, title and anchors', () => {
    check('parse-html', (one) => {
      const page = contentOf(bodyOf(one), one.input.url, 'utf-8');
      return {
        got: [page.title, bare(page.title + page.text), page.links.map((link) => [link.url, link.anchor])],
        want: [
          one.expected.title,
          bare(one.expected.text),
          one.expected.outlinks.map((link: { url: string; text: string }) => [
            canonical(link.url),
            link.text,
          ]),
        ],
      };
    });
  });

  it('finds the out-links of broken markup', () => {
    check('outlinks', (one) => ({
      got: targets(contentOf(bodyOf(one), one.input.url, 'utf-8')),
      want: one.expected.exact.map(canonical),
    }));
  });
});

describe.skipIf(!hasCases('html/webkb_links.jsonl'))(
  'pages of 1997, read as an HTML5 tree builder does',
  () => {
    const pages = readCases<WebKbCase>('html/webkb_links.jsonl').map((one) => {
      const url = canonical(one.input.url);
      const base = canonicalise(one.expected.base ?? one.input.url, url);
      const content = contentOf(Buffer.from(one.input.html_b64, 'base64'), one.input.url, one.input.encoding);
      return { one, content, base: base.ok ? base.url : url };
    });

    it('have the same links', () => {
      const wrong = pages.filter(({ one, content, base }) => {
        const found = content.links.filter((link) => link.element === 'a' || link.element === 'area');
        const want = one.expected.links.flatMap((link) => {
          const parsed = canonicalise(link.href, base);
          return parsed.ok ? [parsed.url] : [];
        });
        return set(found.map((link) => link.url)) !== set(want);
      });
      console.log(`pages of 1997 with the same links: ${pages.length - wrong.length} of ${pages.length}`);
      expect(wrong.map(({ one }) => one.id)).toEqual([]);
    });

    it('have the same titles', () => {
      const wrong = pages.filter(
        ({ one, content }) => content.title !== (one.expected.title ?? '').replace(/\s+/g, ' ').trim(),
      );
      expect(wrong.map(({ one }) => one.id)).toEqual([]);
    });
  },
);

function bodyOf(one: Case): Buffer {
  const { html, html_b64, bytes_b64 } = one.input;
  return html === undefined ? Buffer.from(html_b64 ?? bytes_b64 ?? '', 'base64') : Buffer.from(html);
}

function contentOf(body: Uint8Array, url: string | undefined, charset: string): PageContent {
  const result = readPage({
    url: canonical(url || 'http://base.example/'),
    body,
    contentType: `text/html; charset=${charset}`,
    urlSettings: parseOnly,
    links: { ...defaultLinkSettings, fromText: 'none' },
    extract: [],
    product: 'focusbot',
  });
  if (result.kind !== 'page') throw new Error(`not read: ${JSON.stringify(result)}`);
  return result.content;
}

function canonical(url: string): CanonicalUrl {
  const parsed = canonicalise(url);
  if (!parsed.ok) throw new Error(`not a URL: ${url}`);
  return parsed.url;
}

function targets(page: PageContent): readonly string[] {
  return page.links.map((link) => link.url);
}

function bare(text: string): string {
  return text.replace(/\s+/g, '');
}

function set(urls: readonly string[]): string {
  return [...new Set(urls)].sort().join('\n');
}

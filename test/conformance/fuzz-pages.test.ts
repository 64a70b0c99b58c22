import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { parseOnly } from '../../lib/base/url/url-settings.ts';
import { readMarkup } from '../../lib/documents/html/read-markup.ts';
import { writtenPage } from '../../lib/domain/reading/written-page.ts';
import { mutation, pagesToMutate } from '../support/reading/page-mutations.ts';
import { bare, type TreeReading, treeReading } from '../support/reading/tree-reading.ts';

const full = process.env.WINNOW_TEST_FULL === '1';
const mutations = full ? 10_000 : 300;
/** The longest title that is kept. */
const maxTitle = 1_000;

interface Difference {
  readonly title: boolean;
  readonly text: boolean;
  /** Links that only one of the two found. */
  readonly missing: readonly string[];
  readonly added: readonly string[];
}

/** Where a page may be read otherwise than a tree shows it, and how: what else differs is a defect. */
const known: readonly { readonly why: string; readonly holds: (page: string, one: Difference) => boolean }[] =
  [
    {
      why: 'a self-closing slash ends an element, as XSLT writes empty ones; a tree goes on to its end tag',
      holds: (page) =>
        /<(?:title|textarea|script|style|iframe|noscript|template|noembed|noframes|xmp)\b[^>]*\/>/i.test(
          page,
        ),
    },
    {
      why: 'tags in a select element are tags; a tree drops those of links, titles and styles',
      holds: (page, { title, text, missing }) =>
        missing.length === 0 && (title || text ? /<select[\s\S]*<(?:title|style)/i : /<select/i).test(page),
    },
    {
      why: 'a noscript element goes on to its end tag; a tree ends it with what is around it',
      holds: (page, { missing, added }) => /<noscript/i.test(page) && missing.length + added.length === 0,
    },
    {
      why: 'a template goes on to its own end tag; a tree leaves some out, in tables and selects',
      holds: (page, { title }) => !title && /<template/i.test(page),
    },
    {
      why: 'CDATA is the same everywhere; a tree of HTML takes it for a comment up to the first >',
      holds: (page) => /<!\[CDATA\[/.test(page),
    },
    {
      why: 'text that looks like tags is text in foreign elements, too',
      holds: (page) =>
        /<(?:svg|math)\b[\s\S]*<(?:title|textarea|script|style|iframe|noembed|noframes|xmp)\b/i.test(page),
    },
    {
      why: 'a script ends at the first end tag, in an HTML comment inside it, too',
      holds: (page) => /<script\b[\s\S]*<!--[\s\S]*<script\b/i.test(page),
    },
  ];

describe('pages that are changed at random', () => {
  const pages = pagesToMutate();

  it('show the title, the text and the links that a tree shows, but for known differences', () => {
    const fresh: unknown[] = [];
    let same = 0;
    for (let number = 0; number < mutations; number++) {
      // What is decoded from bytes has no half of a character.
      const page = mutation(pages, number).toWellFormed();
      const tree = treeReading(page);
      const one = tree && differenceOf(page, tree);
      if (tree === undefined) expect(page.split('<template>').length).toBeGreaterThan(1_000);
      else if (one === undefined) same += 1;
      else if (!known.some(({ holds }) => holds(page, one))) fresh.push({ number, ...one });
    }
    expect(fresh).toEqual([]);
    expect(same).toBeGreaterThan(mutations * 0.8);
  }, 1_200_000);

  it.runIf(full)(
    'are each read in less than 2 s of CPU time, with everything that a job may want of them',
    () => {
      const slow: unknown[] = [];
      for (let number = 0; number < mutations; number++) {
        const body = Buffer.from(mutation(pages, number));
        const began = process.cpuUsage();
        const { kind } = writtenPage({
          url: 'http://host.example/' as CanonicalUrl,
          body,
          contentType: 'text/html',
          urlSettings: parseOnly,
          extract: [{ field: 'f', selector: 'main p, h1', type: 'string', many: true }],
          product: 'winnow',
        });
        const { user, system } = process.cpuUsage(began);
        if (user + system > 2e6 || kind !== 'page') slow.push({ number, kind, microseconds: user + system });
      }
      expect(slow).toEqual([]);
    },
    1_200_000,
  );
});

/** Undefined when there is none. */
function differenceOf(html: string, tree: TreeReading): Difference | undefined {
  const page = readMarkup(html);
  const links = new Set(
    page.links
      .filter(({ element }) => element === 'a' || element === 'area')
      .map(({ href }) => asInTree(href)),
  );
  const title = bare(page.title);
  const difference = {
    title: title !== tree.title && !(page.title.length >= maxTitle - 1 && tree.title.startsWith(title)),
    // In any order: a tree puts what stands between the rows of a table before it.
    text: sorted(bare(page.text)) !== sorted(tree.text),
    missing: [...tree.links].filter((link) => !links.has(link)),
    added: [...links].filter((link) => !tree.links.has(link)),
  };
  const { missing, added } = difference;
  return difference.title || difference.text || missing.length + added.length > 0 ? difference : undefined;
}

/** A tree knows no carriage returns and no NUL. */
function asInTree(href: string): string {
  return href.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd');
}

function sorted(text: string): string {
  return [...text].toSorted().join('');
}

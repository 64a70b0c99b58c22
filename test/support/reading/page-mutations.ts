import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { casesFile, hasCases } from '../cases.ts';
import { seededRandom } from '../seeded-random.ts';
import { htmlPage } from '../web/generated-page.ts';

/** What pages break on: pieces of tags, comments, references, raw text, foreign elements, characters of all kinds. */
const pieces: readonly string[] = [
  ...[
    '<',
    '>',
    '</',
    '/>',
    '"',
    "'",
    '=',
    '&',
    '&amp;',
    '&copy',
    '&#128;',
    '&notit;',
    '&#x0;',
    '\0',
    '\x1b[0m',
  ],
  ...['<!--', '-->', '--!>', '<!-->', '<!', '<?xml ?>', '<![CDATA[', ']]>', '<!doctype html>'],
  ...['<a href=/x>', '<a href="/y?a=1&b=2">', '</a>', '<base href=/b/>', '<title>', '</title>', '<title/>'],
  ...[
    '<script>',
    '</script>',
    '<style>',
    '</style>',
    '<textarea>',
    '</textarea>',
    '<noscript>',
    '</noscript>',
  ],
  ...[
    '<template>',
    '</template>',
    '<iframe>',
    '</iframe>',
    '<svg>',
    '</svg>',
    '<svg/>',
    '<table>',
    '<tr><td>',
  ],
  ...[
    '</table>',
    '<select>',
    '<option>',
    '</select>',
    '<p>',
    '</p>',
    '<div>',
    '</div>',
    '<h1>',
    '<b>',
    '<li>',
  ],
  ...['<pre>', '</pre>', '<head>', '</head>', '<body>', '</body>', '</html>', '<br/>', '<img alt=x src=i>'],
  ...['\u0301\u0316', '\u00a0', '\u2028', '\u200f', '\ud83d\ude00', '\ud800', '猫', '\r\n', '\t', ' '],
];

/** Pages to mutate: those of the examples, generated ones, and those of the case suites where they are. */
export function pagesToMutate(): readonly string[] {
  const examples = htmlFiles(join(import.meta.dirname, '../../../examples/web'));
  const suites = hasCases('html/files') ? htmlFiles(casesFile('html/files')) : [];
  const links = [1, 2, 3].map((n) => ({ href: `/page-${n}`, anchor: `Page ${n}` }));
  const generated = [1, 2, 3].map((id) =>
    String(htmlPage({ seed: 1, id, bytes: [4_000, 20_000], links }).body),
  );
  return [...examples, ...suites, ...generated];
}

function htmlFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => extname(name) === '.html')
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8').slice(0, 50_000));
}

/** A page with one to five changes; the same number gives the same page. */
export function mutation(pages: readonly string[], number: number): string {
  const random = seededRandom(28, number);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  let page = pages[number % pages.length] as string;
  for (let changes = 1 + below(5); changes > 0; changes--) {
    const at = below(page.length + 1);
    const end = Math.min(page.length, at + below(pick([3, 20, 500])));
    const part = page.slice(at, end);
    const changed = pick<() => string>([
      () => '',
      () => pick(pieces) + part,
      () => pick(pieces) + pick(pieces) + part,
      () => part + part,
      () => [...part].toReversed().join(''),
      () => part + otherPart(pick(pages), below),
      () => pick(pieces).repeat(1 + below(50)),
    ])();
    page = below(40) === 0 ? page.slice(0, at) : page.slice(0, at) + changed + page.slice(end);
  }
  // Now and then one piece all over it, so large that a reader that is not linear shows.
  if (number % 100 !== 99) return page;
  const piece = Array.from({ length: 1 + below(3) }, () => pick(pieces)).join('');
  return page + piece.repeat(Math.ceil(200_000 / piece.length));
}

function otherPart(page: string, below: (limit: number) => number): string {
  const at = below(page.length + 1);
  return page.slice(at, at + below(300));
}

import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { parseOnly } from '../../../lib/base/url/url-settings.ts';
import type { ReadRequest } from '../../../lib/domain/reading/page.ts';
import { termTopic } from '../topic/topic.ts';

/** A page that is cheap to write at any size and dear to a careless reader. */
export interface HostileShape {
  readonly name: string;
  /** @param size of the page in bytes of UTF-8, about */
  readonly page: (size: number) => string;
  /** What a job asks of the page. Default: an HTML page, no topic, no rules. */
  readonly request?: Partial<Pick<ReadRequest, 'contentType' | 'linkHeader' | 'topic' | 'extract' | 'url'>>;
}

/** `unit` again and again, up to a size in bytes. */
const fill = (unit: string) => {
  const bytes = Buffer.byteLength(unit);
  return (size: number): string => unit.repeat(Math.floor(size / bytes));
};
/** The same after a beginning, and before an end. */
const within =
  (before: string, unit: string, after = '') =>
  (size: number): string =>
    before + fill(unit)(size) + after;
const halves =
  (first: string, second: string, after = '') =>
  (size: number): string =>
    fill(first)(size / 2) + fill(second)(size / 2) + after;
/** Lines of their own number. */
const numbered =
  (line: (number: number) => string) =>
  (size: number): string => {
    const bytes = Buffer.byteLength(line(1_000_000));
    return Array.from({ length: Math.floor(size / bytes) }, (_, i) => line(1_000_000 + i)).join('');
  };

const plain = { contentType: 'text/plain; charset=utf-8' };
const selecting = (selector: string) => ({
  extract: [{ field: 'x', selector, type: 'string', many: true } as const],
});
const controlled = 'abc\u0001 defg hijk lmno pqrs tuvw xyz1 2345 6789';
const log =
  '\u001b[32m2024-01-01 12:00:00\u001b[0m INFO  some.module.name  the request took 123 ms and went fine\n';

/** Shapes that made, or could make, some part of the reader look at the same input again and again. */
export const hostileShapes: readonly HostileShape[] = [
  // Comments and declarations
  { name: 'comments that end in --!>', page: fill('<!--a--!>') },
  { name: 'comments that end at once', page: fill('<!-->') },
  { name: 'comments that never end', page: fill('<!--') },
  { name: 'a comment of dashes', page: within('<!--', '-') },
  { name: 'a comment of half ends', page: within('<!--', '--!') },
  { name: 'CDATA that never ends', page: fill('<![CDATA[') },
  { name: 'declarations that never end', page: fill('<!x ') },
  { name: 'processing instructions', page: fill('<?x ') },
  // Tags and attributes
  { name: 'opening brackets', page: fill('<') },
  { name: 'beginnings of end tags', page: fill('</') },
  { name: 'tags that never end', page: fill('<a ') },
  { name: 'attributes without number', page: within('<a ', 'b ', '>') },
  { name: 'attributes of ever new names', page: (size) => `<a ${numbered((i) => `b${i} `)(size)}>` },
  { name: 'attributes without values', page: within('<a ', 'a = ', '>') },
  { name: 'an attribute of any length', page: within('<a href="', 'x', '">') },
  { name: 'a quote that never ends', page: within('<a href="', '<a>') },
  { name: 'quotes that do not match', page: fill('<a href="\'') },
  { name: 'white space after an attribute', page: within('<a b', ' ', '>') },
  { name: 'relations of any number', page: within('<a href=x rel="', 'n ', '">') },
  { name: 'end tags of nothing', page: fill('</p>') },
  // Elements
  { name: 'titles', page: fill('<title>') },
  { name: 'a title of any length', page: within('<title>', 'a ') },
  { name: 'headings that never end', page: fill('<h1>abc') },
  { name: 'headings that share a text', page: halves('<h1>', 'a') },
  { name: 'scripts that nearly end', page: fill('<script>x</script') },
  { name: 'metadata of one name', page: fill('<meta name=robots content=noindex>') },
  { name: 'metadata of ever new names', page: numbered((i) => `<meta name=r${i} content=x>`) },
  { name: 'a charset that never comes', page: fill('<meta ') },
  { name: 'an anchor with images', page: within('<a href=x>', '<img alt=a>') },
  { name: 'anchors that never end', page: fill('<a href=x>a') },
  { name: 'links of ever new URLs', page: numbered((i) => `<a href=${i}>`) },
  { name: 'bases', page: fill('<base href=x>') },
  { name: 'templates in templates', page: fill('<template>') },
  { name: 'noscript in noscript', page: fill('<noscript>') },
  { name: 'lines of preformatted text', page: within('<pre>', '\n') },
  // Nesting
  { name: 'elements in elements', page: fill('<div>') },
  { name: 'parts of a page in parts of a page', page: fill('<nav>') },
  { name: 'parts of a page that are left', page: halves('<nav>', '</nav>') },
  { name: 'parts of a page that are left in no order', page: halves('<nav><aside>', '</nav></aside>') },
  // Entities
  { name: 'ampersands', page: fill('&') },
  { name: 'entities that nobody knows', page: fill('&foo;') },
  { name: 'entities without an end', page: fill('&amp') },
  { name: 'an entity of any length', page: within('&', 'a') },
  { name: 'a number of any length', page: within('&#', '1') },
  { name: 'entities in links', page: fill('<a href="&foo;x">') },
  // Text
  { name: 'control characters', page: fill(`<b>${controlled}`) },
  { name: 'control characters beyond Latin-1', page: within('ł', `<b>${controlled}`) },
  { name: 'a log in colours', page: fill(log), request: plain },
  { name: 'lines of nothing', page: fill('\n'), request: plain },
  { name: 'one line', page: fill('abc '), request: plain },
  { name: 'one word', page: fill('a') },
  { name: 'spaces of two kinds', page: within('a', '\u00a0 ', 'b') },
  { name: 'white space', page: within('a', ' ', 'b') },
  { name: 'combining marks by turns', page: within('a', '\u0301\u0316') },
  { name: 'combining marks of one kind', page: within('a', '\u0301') },
  { name: 'characters that stand for a sentence', page: fill('\ufdfa') },
  { name: 'halves of characters', page: fill('&#xd800;') },
  { name: 'bytes that are no text', page: fill('\ufffd\u0000') },
  // URLs
  { name: 'URLs in text', page: fill('http://a/ ') },
  { name: 'a URL of any length', page: within('http://a/', 'x') },
  { name: 'a URL that ends in brackets', page: within('http://a/', ')') },
  { name: 'a URL of dots', page: within('<a href="', '../', '">') },
  { name: 'a URL of percent signs', page: within('<a href="', '%', '">') },
  { name: 'a query of any length', page: within('<a href="?', '&a=b', '">') },
  { name: 'a refresh of digits', page: within('<meta http-equiv=refresh content="', '1', '">') },
  { name: 'a refresh of spaces', page: within('<meta http-equiv=refresh content="5;url', ' ', 'x">') },
  {
    name: 'directives of robots',
    page: within('<meta name=robots content="', 'unavailable_after: x,', '">'),
  },
  { name: 'a directive of spaces', page: within('<meta name=robots content="', ' ', 'x">') },
  // What a job asks for
  {
    name: 'selectors: elements in elements',
    page: fill('<div>'),
    request: selecting('p'),
  },
  {
    name: 'selectors: end tags that do not match',
    page: halves('<a>', '</b>'),
    request: selecting('p'),
  },
  { name: 'selectors: inline elements in each other', page: halves('<b>', '</p>'), request: selecting('p') },
  { name: 'selectors: pages without a root', page: fill('<p><b>x</b></p>'), request: selecting('p') },
  { name: 'selectors: siblings', page: within('<body>', '<p><b>x</b></p>'), request: selecting('p') },
  {
    name: 'numbers of any length',
    page: within('<p>', '1 ', 'x</p>'),
    request: { extract: [{ field: 'x', selector: 'p', type: 'number', many: false }] },
  },
  {
    name: 'topics: a truncated term without spaces',
    page: fill('carnivora/'),
    request: { topic: termTopic('10: carnivor[^\\s]*=A') },
  },
  {
    name: 'topics: a phrase that nearly comes',
    page: fill('barn '),
    request: { topic: termTopic('10: barn barn barn barn owl=A') },
  },
  {
    name: 'topics: combining marks',
    page: within('a', '\u0301\u0316'),
    request: { topic: termTopic('10: owl=A') },
  },
  {
    name: 'topics: a word of digits',
    page: within('', '1', 'a'),
    request: { topic: termTopic('10: owl=A') },
  },
];

/** A shape as a page to be read. */
export function hostileRequest({ page, request }: HostileShape, size: number): ReadRequest {
  return {
    url: 'https://hostile.example/' as CanonicalUrl,
    contentType: 'text/html; charset=utf-8',
    urlSettings: parseOnly,
    extract: [],
    product: 'winnow',
    ...request,
    body: Buffer.from(page(size)),
  };
}

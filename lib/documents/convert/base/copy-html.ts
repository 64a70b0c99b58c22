import { elementRoles } from '../../html/elements.ts';
import { BoundedParser } from '../../html/parse-bounded.ts';
import type { HtmlWriter } from './html-writer.ts';

/** Elements that are kept: those that say how a text is built. */
const kept = new Set([
  ...[
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'p',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'blockquote',
    'pre',
    'code',
  ],
  ...[
    'table',
    'tr',
    'td',
    'th',
    'caption',
    'figure',
    'figcaption',
    'section',
    'article',
    'aside',
    'nav',
    'header',
  ],
  ...['footer', 'div', 'em', 'strong', 'i', 'b', 'sub', 'sup'],
]);

/** Scripts are not run here: what stands in for them is seen. */
const unseen = new Set(
  'script style head template iframe annotation annotation-xml metadata defs'.split(' '),
);

/** Sections of a table, which cannot be blocks of another kind, and what is around all. */
const transparent = new Set(['html', 'body', 'tbody', 'thead', 'tfoot', 'br']);

/** The element that another one is written as; undefined: its content alone. */
function writtenAs(name: string): string | undefined {
  if (kept.has(name)) return name;
  return elementRoles.get(name)?.breaks === 'line' && !transparent.has(name) ? 'div' : undefined;
}

/** UTF-16 units that are read at a time. */
const step = 100_000;

/**
 * Writes what HTML inside of another document says: its structure and text, no scripts, forms or pictures.
 * @param isXml a slash ends an element that is empty
 * @param linkOf the address of a link as it is to be written; undefined: its text alone
 */
export function copyHtml(
  source: string,
  html: HtmlWriter,
  linkOf: (href: string) => string | undefined,
  isXml = false,
): void {
  /** For each open link, whether it was written. */
  const links: boolean[] = [];
  let hidden = 0;
  let depth = 0;
  const handler: ConstructorParameters<typeof BoundedParser>[0] = {
    depth: () => depth,
    onopentag(name, attributes) {
      depth += 1;
      if (unseen.has(name)) hidden += 1;
      if (hidden > 0) return;
      if (name === 'a') {
        const href = attributes.href === undefined ? undefined : linkOf(attributes.href);
        links.push(href !== undefined);
        if (href !== undefined) html.open('a', { href });
      } else if (name === 'br') html.empty('br');
      else if (name === 'img' && attributes.alt) html.text(` ${attributes.alt} `);
      else {
        const block = writtenAs(name);
        if (block !== undefined) html.open(block);
      }
    },
    ontext(text) {
      if (hidden === 0) html.text(text.replace(/\s+/g, ' '));
    },
    onclosetag(name) {
      depth -= 1;
      if (unseen.has(name)) hidden = Math.max(0, hidden - 1);
      if (hidden > 0) return;
      if (name === 'a') {
        if (links.pop() === true) html.close('a');
      } else {
        const block = writtenAs(name);
        if (block !== undefined) html.close(block);
      }
    },
  };
  const parser = new BoundedParser(handler, { recognizeSelfClosing: isXml });
  for (let at = 0; at < source.length && !html.isFull; at += step) parser.write(source.slice(at, at + step));
  parser.end();
}

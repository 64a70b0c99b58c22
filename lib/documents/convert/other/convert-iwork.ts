import { gunzipSync } from 'node:zlib';
import { converted, type HtmlWriter, htmlWriter } from '../base/html-writer.ts';
import { webLink } from '../base/links.ts';
import { type DocumentPackage, openPackage } from '../base/open-package.ts';
import { decodeXml, readXml } from '../base/read-xml.ts';
import { type Converter, type ConvertLimits, Unreadable } from '../converter.ts';
import { type Paragraph, paragraphWriter } from '../word/paragraph.ts';

/** Pages, Keynote and Numbers up to 2009, whose text is XML; of later ones there is a preview at best, which is no text. */
export const convertIwork: Converter = ({ body }, limits) => {
  const parts = openPackage(body, limits);
  const source = indexOf(parts, limits);
  if (source === '') throw new Unreadable('unsupported', 'a document of iWork 2013 or later');
  if (!source.includes('<')) throw new Unreadable('encrypted', 'it needs a password');
  const html = htmlWriter(limits.maxHtml);
  const { slides, title, author } = readIndex(source, html);
  return converted(
    html,
    { title, metadata: { author } },
    slides === 0 ? {} : { parts: { unit: 'slide', count: slides } },
  );
};

function indexOf(parts: DocumentPackage, { maxUnpacked }: ConvertLimits): string {
  const name = parts.names.find((one) => /^index\.(?:xml|apxl)(?:\.gz)?$/i.test(one));
  const bytes = name === undefined ? undefined : parts.read(name);
  if (bytes === undefined) return '';
  return decodeXml(name?.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: maxUnpacked }) : bytes);
}

/** Parts of a document that nobody sees: styles, templates, what the program remembers. */
const unseen = new Set([
  'stylesheet',
  'theme-list',
  'version-history',
  'changed-tracking',
  'master-slides',
  'prototypes',
  'section-prototypes',
]);

function readIndex(
  source: string,
  html: HtmlWriter,
): { readonly slides: number; readonly title: string | undefined; readonly author: string | undefined } {
  const blocks = paragraphWriter(html);
  let paragraph: Paragraph | undefined;
  let href: string | undefined;
  let slides = 0;
  let hidden = 0;
  let field = '';
  const said: Record<string, string> = {};
  readXml(source, {
    open({ name, attributes }) {
      if (unseen.has(name)) hidden += 1;
      if (name === 'title' || name === 'authors') field = name;
      if (field !== '' && name === 'string') said[field] ??= attributes.string ?? '';
      if (hidden > 0) return;
      if (name === 'slide') slides += 1;
      else if (name === 'p') paragraph = { runs: [] };
      else if (name === 'link') href = webLink(attributes.href);
      else if (name === 'br' || name === 'lnbr' || name === 'crbr') paragraph?.runs.push({ text: '\n' });
      else if (name === 'tab') paragraph?.runs.push({ text: '\t' });
      // The text of a cell of a table.
      else if (name === 'ct' && attributes.s !== undefined) blocks.write({ runs: [{ text: attributes.s }] });
    },
    text(text) {
      if (hidden === 0) paragraph?.runs.push({ text: text.replace(/\s+/g, ' '), href });
    },
    close(name) {
      if (unseen.has(name)) hidden = Math.max(0, hidden - 1);
      if (name === field) field = '';
      if (hidden > 0) return;
      if (name === 'link') href = undefined;
      if (name !== 'p' || paragraph === undefined) return;
      blocks.write(paragraph);
      paragraph = undefined;
    },
    isDone: () => html.isFull,
  });
  blocks.end();
  return { slides, title: said.title, author: said.authors };
}

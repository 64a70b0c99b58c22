import { coreProperties } from '../base/core-properties.ts';
import { converted, type HtmlWriter, htmlWriter } from '../base/html-writer.ts';
import { webLink } from '../base/links.ts';
import { openPackage } from '../base/open-package.ts';
import { readXml } from '../base/read-xml.ts';
import type { Converter } from '../converter.ts';

interface Glyphs {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly href: string | undefined;
}

/** XPS (ECMA-388): pages, their glyphs in lines. */
export const convertXps: Converter = ({ body }, limits) => {
  const parts = openPackage(body, limits);
  const pages = parts.names
    .filter((name) => name.endsWith('.fpage'))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const html = htmlWriter(limits.maxHtml);
  for (const page of pages.slice(0, limits.maxPages)) {
    html.open('section');
    writePage(html, parts.text(page));
    html.close('section');
  }
  const cut = pages.length > limits.maxPages ? 'pages' : parts.more ? 'parts' : undefined;
  return converted(html, coreProperties(parts), {
    parts: { unit: 'page', count: pages.length },
    ...(cut === undefined ? {} : { cut }),
  });
};

function writePage(html: HtmlWriter, source: string): void {
  let line: Glyphs[] = [];
  const flush = (): void => {
    html.open('p');
    for (const { text, href } of line) {
      if (href === undefined) html.text(text);
      else html.element('a', text, { href });
    }
    html.close('p');
    line = [];
  };
  readXml(source, {
    open({ name, attributes }) {
      const text = attributes.UnicodeString?.replace(/^\{\}/, '');
      if (name !== 'Glyphs' || text === undefined) return;
      const glyphs = {
        text,
        x: Number(attributes.OriginX) || 0,
        y: Number(attributes.OriginY) || 0,
        href: webLink(attributes['FixedPage.NavigateUri']),
      };
      const last = line.at(-1);
      if (last !== undefined && (Math.abs(last.y - glyphs.y) > 1 || glyphs.x < last.x)) flush();
      line.push(glyphs);
    },
    isDone: () => html.isFull,
  });
  if (line.length > 0) flush();
}

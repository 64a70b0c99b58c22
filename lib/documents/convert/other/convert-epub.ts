import { percentDecoded } from '../../../base/url/percent-decoded.ts';
import { charsetOf, decode, fewGuesses } from '../../charset/charset.ts';
import { copyHtml } from '../base/copy-html.ts';
import { readProperties } from '../base/core-properties.ts';
import { converted, htmlWriter } from '../base/html-writer.ts';
import { webLink } from '../base/links.ts';
import { openPackage } from '../base/open-package.ts';
import { readXml } from '../base/read-xml.ts';
import { partName } from '../base/relationships.ts';
import { type Converter, Unreadable } from '../converter.ts';

/** Books (EPUB 3.3): the chapters in the order in which they are read, their links to the web. */
export const convertEpub: Converter = ({ body }, limits) => {
  const parts = openPackage(body, limits);
  const main =
    rootFile(parts.text('META-INF/container.xml')) ?? parts.names.find((name) => name.endsWith('.opf'));
  if (main === undefined || !parts.has(main)) throw new Unreadable('damaged', 'it has no package document');
  const source = parts.text(main);
  const chapters = chaptersOf(source).map((href) => partName(main.slice(0, main.lastIndexOf('/') + 1), href));
  const locked = lockedParts(parts.text('META-INF/encryption.xml'));
  if (chapters.length > 0 && chapters.every((chapter) => locked.has(chapter))) {
    throw new Unreadable('encrypted', 'its chapters are encrypted');
  }
  const html = htmlWriter(limits.maxHtml);
  const guess = fewGuesses();
  for (const chapter of chapters.slice(0, limits.maxPages)) {
    if (html.isFull) break;
    const bytes = locked.has(chapter) ? undefined : parts.read(chapter);
    if (bytes === undefined) continue;
    html.open('section');
    copyHtml(decode(bytes, charsetOf(bytes, undefined, 'xml', guess)), html, webLink, true);
    html.close('section');
  }
  const cut = chapters.length > limits.maxPages ? 'pages' : parts.more ? 'parts' : undefined;
  return converted(html, readProperties(source), {
    parts: { unit: 'chapter', count: chapters.length },
    ...(cut === undefined ? {} : { cut }),
  });
};

function rootFile(container: string): string | undefined {
  let found: string | undefined;
  readXml(container, {
    open({ name, attributes }) {
      if (name === 'rootfile') found ??= attributes['full-path'];
    },
  });
  return found;
}

/** Documents of the spine, by the manifest's names for them; without a spine those of the manifest. */
function chaptersOf(source: string): readonly string[] {
  const items = new Map<string, string>();
  const documents: string[] = [];
  const spine: string[] = [];
  readXml(source, {
    open({ name, attributes }) {
      if (name === 'item') {
        items.set(attributes.id ?? '', attributes.href ?? '');
        if (/html/i.test(attributes['media-type'] ?? '')) documents.push(attributes.id ?? '');
      } else if (name === 'itemref') spine.push(attributes.idref ?? '');
    },
  });
  return (spine.length > 0 ? spine : documents)
    .map((id) => percentDecoded(items.get(id) ?? ''))
    .filter((href) => href !== '');
}

function lockedParts(source: string): ReadonlySet<string> {
  const locked = new Set<string>();
  readXml(source, {
    open({ name, attributes }) {
      if (name === 'CipherReference') locked.add(percentDecoded(attributes.URI ?? ''));
    },
  });
  return locked;
}

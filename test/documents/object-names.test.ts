import { describe, expect, it } from 'vitest';
import { safeHeaders } from '../../lib/archive/warc/page-member.ts';
import { documentLanguage, otherLanguage } from '../../lib/base/language/document-language.ts';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { parseOnly } from '../../lib/base/url/url-settings.ts';
import { countryByDomain } from '../../lib/documents/analysis/country/country-by-domain.ts';
import { convertDocument } from '../../lib/documents/convert/convert-document.ts';
import { readPage } from '../../lib/domain/reading/read-page.ts';
import { zipOf } from '../support/documents/containers.ts';

const url = 'http://x.example/' as CanonicalUrl;
/** As long as a name that each object has, and known to nobody. */
const unknownOf = (name: string): string => 'q'.repeat(name.length);

function png(keyword: string): Buffer {
  const data = Buffer.from(`${keyword}\0owls`, 'latin1');
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write('tEXt', 4, 'latin1');
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), head, data, Buffer.alloc(4)]);
}

/** Documents that have a name where names are looked up. */
const documents: readonly (readonly [string, string, (name: string) => string | Uint8Array])[] = [
  ['a command of TeX', 'application/x-tex', (name) => `\\begin{document}A \\${name}{B} of a class.`],
  ['an environment of TeX', 'application/x-tex', (name) => `\\begin{${name}}A\\end{${name}} of a class.`],
  ['a heading of TeX', 'application/x-tex', (name) => `\\title{\\${name}{A} b} \\${name}*{c} d`],
  ['a control word of RTF', 'application/rtf', (name) => `{\\rtf1 Hello \\${name} world}`],
  ['a field of RTF', 'application/rtf', (name) => `{\\rtf1{\\info{\\${name} x}{\\title T}}Hello}`],
  ['a group of RTF', 'application/rtf', (name) => `{\\rtf1{\\*\\${name} x}{\\${name} y} Hello}`],
  ['a keyword of PNG', 'image/png', png],
  ['elements of XML', 'text/xml', (name) => `<${name} ${name}="a"><b ${name}="c">d</b></${name}>`],
  ['keys of JSON', 'application/json', (name) => `{"${name}": {"${name}": "a"}, "b": "c"}`],
  ['columns of CSV', 'text/csv', (name) => `${name},b\n${name},c\n`],
  [
    'a header of mail',
    'message/rfc822',
    (name) => `Subject: a\n${name}: b\nContent-Type: ${name}/${name}\n\nc`,
  ],
  [
    'code of Markdown',
    'text/markdown',
    (name) => `\`\`\`${name}\na\n\`\`\`\n[b][${name}]\n\n[${name}]: /c\n`,
  ],
  [
    'elements and attributes of HTML',
    'text/html',
    (name) =>
      `<html lang="${name}"><meta name="${name}" content="a"><meta property="og:${name}" content="b"><title>t</title>
       <p itemscope itemtype="${name}"><${name} itemprop="${name}" ${name}="c">d</${name}></p><a rel="${name}" href="/e">f</a>`,
  ],
  [
    'linked data of HTML',
    'text/html',
    (name) =>
      `<script type="application/ld+json">{"@type":"${name}","${name}":{"@type":"Article"}}</script><p>a`,
  ],
];

const packages: readonly (readonly [string, string, (name: string) => Uint8Array])[] = [
  [
    'properties of a document',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    (name) =>
      zipOf({
        'word/document.xml': `<w:document><w:p><w:r><w:t>a</w:t></w:r><w:${name} w:${name}="b"/></w:p></w:document>`,
        'docProps/core.xml': `<x><dc:${name}>b</dc:${name}><dc:title>c</dc:title></x>`,
      }),
  ],
  [
    'elements of a table',
    'application/vnd.oasis.opendocument.text',
    (name) => zipOf({ 'content.xml': `<x><table:${name}><text:p>a</text:p></table:${name}></x>` }),
  ],
];

const namesOfObjects = Object.getOwnPropertyNames(Object.prototype);
/** What TeX, RTF and XML have as a name. */
const words = namesOfObjects.filter((name) => /^[a-z]+$/i.test(name));

function read(mediaType: string, said: string | Uint8Array) {
  return readPage({
    ...{ url, contentType: mediaType, urlSettings: parseOnly, extract: [], product: 'winnow' },
    body: typeof said === 'string' ? Buffer.from(said) : said,
    content: {
      ...{
        main: true,
        markdown: 'both',
        data: true,
        language: false,
        linkBlocks: true,
        nearDuplicates: 'keep',
        standIns: 'keep',
      },
    },
  });
}

/** What is read, without the names in it and what is made of their letters. */
function withoutNames(read: unknown, name: string): string {
  return JSON.stringify(read, (key, value) =>
    /^(?:digest|md5|minHashes|sketch)$/.test(key) ? undefined : value,
  )
    .replaceAll(name, unknownOf(name))
    .replaceAll(name.toLowerCase(), unknownOf(name));
}

describe('a name that each object of JavaScript has is any name:', () => {
  it.each(documents)('%s', (_, mediaType, make) => {
    for (const name of words) {
      const known = read(mediaType, make(unknownOf(name)));
      expect(withoutNames(read(mediaType, make(name)), name)).toBe(withoutNames(known, name));
    }
  });

  it.each(packages)('%s', async (_, mediaType, make) => {
    for (const name of words) {
      const of = async (said: string) => await convertDocument({ body: make(said), mediaType, url });
      expect(withoutNames(await of(name), name)).toBe(withoutNames(await of(unknownOf(name)), name));
    }
  });

  it('a language, and the last part of a host', () => {
    for (const name of words) {
      expect(documentLanguage(name, ['en', 'no'])).toBeUndefined();
      expect(otherLanguage({ language: name }, ['en', 'no'])).toBe(name.toLowerCase());
      expect(countryByDomain(`x.${name}`)).toBeUndefined();
    }
  });

  it('a header that is stored', () => {
    const headers = Object.fromEntries(namesOfObjects.map((name) => [name, 'a']));
    expect(Object.keys(safeHeaders(headers))).toEqual(namesOfObjects);
  });
});

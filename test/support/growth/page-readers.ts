import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { defaultUrlSettings } from '../../../lib/base/url/url-settings.ts';
import { convertDocument } from '../../../lib/documents/convert/convert-document.ts';
import type { ReadRequest } from '../../../lib/domain/reading/page.ts';
import { readPage } from '../../../lib/domain/reading/read-page.ts';
import { zipOf } from '../documents/containers.ts';
import { defaultContentSettings, testSettings } from '../settings.ts';
import { termTopic } from '../topic/topic.ts';
import type { Reader } from './growth.ts';

const url = 'https://hostile.example/a/b?c=d' as CanonicalUrl;
const { analysis } = testSettings('growth');

/** Everything that can be made of a page. */
const everything: Partial<ReadRequest> = {
  content: {
    ...defaultContentSettings,
    data: true,
    linkBlocks: true,
    main: true,
    markdown: 'both',
    nearDuplicates: 'mark',
  },
  analysis: { ...analysis, country: true, genre: true, statistics: true, summary: 500 },
  topic: termTopic('10: barn owl=A\n5: carnivor[^\\s]*=A\n3: owl @and tree=B'),
  scoreLinks: true,
  extract: [
    { field: 'a', selector: 'p > b, [title]', type: 'string', many: true },
    { field: 'b', selector: 'p', type: 'number', many: false },
  ],
};

const page =
  (contentType: string, more: Partial<ReadRequest> = everything) =>
  (text: string): unknown =>
    readPage({
      ...{ url, contentType, body: Buffer.from(text), urlSettings: defaultUrlSettings },
      ...{ extract: [], product: 'winnow', ...more },
    });

/** The bytes are those of the characters, which have one each. */
const bytes =
  (contentType: string) =>
  (text: string): unknown =>
    readPage({
      ...{ url, contentType, body: Buffer.from(text, 'latin1'), urlSettings: defaultUrlSettings },
      ...{ extract: [], product: 'winnow' },
    });

const html = 'text/html; charset=utf-8';
const tags = [
  '<',
  '</',
  '<!--',
  '-->',
  '<p>',
  '</p>',
  '<b>',
  '<a href=',
  '<a href=x>',
  '<pre>',
  '<table><tr><td>',
  '<li>',
];

export const pageReaders: readonly Reader[] = [
  {
    name: 'HTML with everything on',
    heads: ['', '<body><p>', '<a href="', '<p title="', '<pre>a', '<title>', '<script>', '<!--'],
    marks: [
      ...tags,
      '<div>',
      '</div>',
      '<h1>',
      '<ul>',
      '<article>',
      '<meta name=author content=x>',
      '&amp;',
      '&#',
      '">',
      'by ',
    ],
    read: page(html),
  },
  {
    name: 'data in HTML',
    heads: [
      '<script type="application/ld+json">{"author":"',
      '<meta property="og:title" content="',
      '<meta name="author" content="',
      '<meta name="date" content="',
      '<meta name="generator" content="',
      '<meta name="robots" content="',
      '<meta http-equiv="refresh" content="0;url=',
      '<div itemscope itemtype="x"><b itemprop="',
      '<p class="byline">by ',
      '<time datetime="',
      '<form action="',
      '<img alt="',
      '<base href="',
    ],
    marks: [
      '[',
      ']',
      '{"a":',
      '}',
      '\\"',
      'hugo',
      'docsy',
      '|',
      'noindex,',
      'unavailable_after:',
      '2020-01-01',
      '1 ',
      '1,',
      'http://',
    ],
    read: page(html),
  },
  {
    name: 'a text of no type',
    heads: [
      '',
      'From a 10:00',
      'From: a\n',
      'Received: a\n',
      '%',
      '\\documentclass',
      '%!',
      '<?xml version="1.0"?>',
      '{\\rtf',
      '<',
    ],
    marks: ['X-a: b\n', ' a\n', 'From ', '<!--', '<a:', '10:00', '%\n', 'a: \n'],
    read: page(''),
  },
  {
    name: 'plain text',
    heads: ['', 'http://a/'],
    marks: ['http://', 'https://a.example/', '.)', '\n\n', ' \n', 'owl ', 'a.A '],
    read: page('text/plain; charset=utf-8'),
  },
  {
    name: 'text of an unknown encoding',
    heads: ['', '\xe4\xf6\xfc\xe1\xe9\xed '],
    marks: ['\xcf\xf0\xe8 ', '\x1b$B', '\x1b(J', '\xa4\xa4', '\0\xe4', '<b>\xe4', '\x81\x40'],
    read: bytes('text/html'),
  },
  {
    name: 'mail',
    heads: [
      'Subject: x\n\n',
      'Subject: ',
      'Subject: =?utf-8?q?',
      'Content-Type: multipart/mixed; boundary="a"\n\n',
      'Content-Type: multipart/mixed; boundary=',
      'Content-Type: text/html; charset=',
      'Content-Transfer-Encoding: quoted-printable\n\n',
      'Content-Disposition: attachment; filename="',
      'Content-Type: message/rfc822\n\n',
    ],
    marks: [
      '=?x?q?=e4=f6=fc=e1=e9=ed?= ',
      '=?',
      '?=',
      '=\n',
      '=e4',
      '\n ',
      '--a\n',
      '--a\n\n',
      '--a\nContent-Type: text/plain\n\nx\n',
      '; name',
      '; boundary=',
      '_',
      'Subject: x\n',
    ],
    read: page('message/rfc822'),
  },
  {
    name: 'a mailbox',
    heads: ['From a 10:00\nSubject: x\n\n', 'From '],
    marks: [
      'From a\n',
      '\nFrom a\n',
      '>From ',
      '>',
      'From a 10:00\nSubject: =?x?q?=e4=f6=fc=e1=e9=ed?=\n\nx\n\n',
    ],
    read: page('application/mbox'),
  },
  {
    name: 'CSV',
    heads: ['', 'a,b\n', '"', 'a\n'],
    marks: ['ab\n', '"a"', '""', ',"', '",', ',"a\n', '"\n', ';', '\t'],
    read: page('text/csv'),
  },
  {
    name: 'TSV',
    heads: ['', 'a\tb\n', '"'],
    marks: ['hello\n', '"\t', '\t"', '""'],
    read: page('text/tab-separated-values'),
  },
  {
    name: 'Markdown',
    heads: ['', '# x', 'a | b\n', '[a](', '[a]: ', '---\ntitle: x', '```\n', '> ', '- a\n', '1. ', '<'],
    marks: [
      '**',
      '_',
      '~~',
      '`',
      '``',
      '[',
      '](',
      '![',
      '[a](b)',
      '[a][b]',
      '> ',
      '- ',
      '* ',
      '# ',
      '|',
      ' | ',
      '---',
      '-|',
      '|-',
      ':-',
      '\\',
      '<a ',
      '  \n',
      '[a]: b\n',
      'a\n===\n',
    ],
    read: page('text/markdown'),
  },
  {
    name: 'TeX',
    heads: [
      '',
      '\\documentclass{article}\\begin{document}',
      '\\title{',
      '$',
      '\\begin{tabular}{',
      '\\newcommand{\\a}{',
    ],
    marks: [
      '\\',
      '{',
      '}',
      '\\a',
      '\\begin{a}',
      '\\end{a}',
      '\\begin{tabular}{l}',
      '\\[',
      '$$',
      '%',
      '%\n',
      '\\def\\a{',
      '\\item ',
      '\\section{',
      '\\href{',
      '&',
      '\\\\',
      "\\'",
      '\\verb|',
      '\\begin{verbatim}',
    ],
    read: page('application/x-tex'),
  },
  {
    name: 'RTF',
    heads: [
      '{\\rtf1\\ansi ',
      '{\\rtf1{\\info{\\title ',
      '{\\rtf1{\\field{\\*\\fldinst HYPERLINK ',
      '{\\rtf1{\\fonttbl',
    ],
    marks: [
      '\\',
      '{',
      '}',
      '\\par ',
      "\\'e4",
      '\\u228?',
      '\\bin9 ',
      '{\\*\\a ',
      '\\trowd\\cell\\row ',
      '{\\field{\\*\\fldinst HYPERLINK "a"}{\\fldrslt b}}',
      '\\l x',
      '\\tab ',
      '{\\pict ',
      '\\uc2 ',
      '\\plain ',
    ],
    read: page('application/rtf'),
  },
  {
    name: 'JSON',
    heads: ['', '{"a":"', '['],
    marks: ['[', ']', '{"a":', '}', '"', '\\"', '\\', '1,', '-', '1e', 'null,', '{}\n', '"http://a/",'],
    read: page('application/json'),
  },
  {
    name: 'XML',
    heads: ['<?xml version="1.0"?>', '<a>', '<a b="', '<!DOCTYPE a [', '<a><![CDATA['],
    marks: ['<a>', '</a>', '<a/>', '<a:b ', '<!--', '<![CDATA[', ']]>', '<?', '&a;', '&#', '<!ENTITY a "b">'],
    read: page('text/xml'),
  },
  {
    name: 'SVG',
    heads: ['<svg xmlns="http://www.w3.org/2000/svg"><title>', '<svg><a href="'],
    marks: tags,
    read: page('image/svg+xml'),
  },
  {
    name: 'PNG with XMP',
    heads: [
      '\x89PNG\r\n\x1a\n',
      '\x89PNG\r\n\x1a\n<x:xmpmeta',
      '\x89PNG\r\n\x1a\n<x:xmpmeta><rdf:RDF><dc:title>',
    ],
    marks: [
      '<rdf:li ',
      '<rdf:li>',
      '</rdf:li>',
      '<x:xmpmeta',
      '\0\0\0\x05tEXtTitle\0a\0\0\0\0',
      '<dc:title>',
    ],
    read: bytes('image/png'),
  },
  {
    name: 'JPEG',
    heads: [
      '\xff\xd8',
      '\xff\xd8\xff\xed\x7f\x00',
      '\xff\xd8\xff\xe1\x7f\x00Exif\0\0II*\0\x08\0\0\0\xff\xff',
    ],
    marks: [
      '\xff\xfe\0\x05abc',
      '\xff\xed\0\x0d\x1c\x02\x19\0\x06\xe4\xf6\xfc\xe1\xe9\xed',
      '\x1c\x02\x19\0\x06\xe4\xf6\xfc\xe1\xe9\xed',
      '\xff\xe1\0\x08Exif\0\0',
      '\x0e\x01\x02\0\xff\0\0\0\x08\0\0\0',
    ],
    read: bytes('image/jpeg'),
  },
  {
    name: 'an archive',
    heads: ['PK\x03\x04', ''],
    marks: ['PK\x03\x04', 'PK\x01\x02', 'PK\x05\x06', 'a\0\0\0', 'ustar'],
    read: bytes('application/zip'),
  },
  {
    name: 'a tar',
    heads: [`${'a'.padEnd(257, '\0')}ustar\0`],
    marks: ['ustar', 'a\0'],
    read: bytes('application/x-tar'),
  },
];

const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
/** Parts of documents in archives: the text of one part is the run. */
const packed: readonly (readonly [
  name: string,
  type: string,
  part: string,
  head: string,
  marks: readonly string[],
  others: Readonly<Record<string, string>>,
])[] = [
  [
    'docx',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'word/document.xml',
    `<w:document ${w}><w:body><w:p>`,
    [
      '<w:p>',
      '</w:p>',
      '<w:r><w:t>a</w:t></w:r>',
      '<w:tbl><w:tr><w:tc>',
      '<w:instrText>HYPERLINK \\l x',
      '<w:txbxContent><w:p>',
      '<w:hyperlink>',
      '<w:tab/>',
      '<w:fldChar w:fldCharType="begin"/>',
    ],
    {},
  ],
  [
    'odt',
    'application/vnd.oasis.opendocument.text',
    'content.xml',
    '<office:document-content><office:body><office:text><text:p>',
    [
      '<text:p>',
      '</text:p>',
      '<text:s text:c="99"/>',
      '<text:a>',
      '<table:table><table:table-row><table:table-cell>',
      '<text:list><text:list-item>',
      '<draw:frame><text:p>',
      '<text:span>',
    ],
    { mimetype: 'application/vnd.oasis.opendocument.text' },
  ],
  [
    'ods',
    'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml',
    '<office:document-content><office:body><office:spreadsheet><table:table><table:table-row>',
    [
      '<table:table-cell><text:p>a</text:p></table:table-cell>',
      '<table:table-cell table:number-columns-repeated="9"/>',
      '<table:table-row>',
      '</table:table-row>',
    ],
    {},
  ],
  [
    'xlsx',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'xl/worksheets/sheet1.xml',
    '<worksheet><sheetData><row r="1">',
    [
      '<c r="A1"><v>1</v></c>',
      '<c t="inlineStr"><is><t>a',
      '<row r="1">',
      '</row>',
      '<c r="ZZZ1">',
      '<hyperlinks>',
      '<f>',
    ],
    {
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    },
  ],
  [
    'epub',
    'application/epub+zip',
    'a.xhtml',
    '<html><body>',
    [...tags, '<br/>'],
    {
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>',
      'a.opf':
        '<package><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
    },
  ],
];

export const documentReaders: readonly Reader[] = [
  ...packed.map(
    ([name, mediaType, part, head, marks, others]): Reader => ({
      name,
      heads: [head],
      marks,
      read: (text) =>
        convertDocument({ url, mediaType, body: zipOf({ ...others, [part]: Buffer.from(text) }) }),
    }),
  ),
  {
    name: 'PostScript',
    heads: ['%!PS\n', '%!PS\n%%Title: (', '%!PS\n('],
    marks: [
      '(',
      ')',
      '\\(',
      '\\',
      '(a)',
      '<',
      '<a',
      '/a ',
      '%',
      '%\n',
      '12 ',
      '-',
      '(a)12(b)show ',
      '%%Title:',
    ],
    read: (text) =>
      convertDocument({ url, mediaType: 'application/postscript', body: Buffer.from(text, 'latin1') }),
  },
];

import { zipOf } from './containers.ts';
import type { SampleDocument } from './samples.ts';

/** A PNG file of seven by five pixels with these texts, and no picture. */
export function pngOf(texts: Readonly<Record<string, string>>): Buffer {
  const chunk = (type: string, data: string): Buffer => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(Buffer.byteLength(data, 'latin1'));
    return Buffer.concat([head, Buffer.from(type + data, 'latin1'), Buffer.alloc(4)]);
  };
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', '\x00\x00\x00\x07\x00\x00\x00\x05\x08\x00\x00\x00\x00'),
    ...Object.entries(texts).map(([name, text]) => chunk('tEXt', `${name}\0${text}`)),
  ]);
}

const message = (title: string, to: string): string =>
  `From: Ada <ada@a.example>\nSubject: ${title}\nContent-Type: text/html\n\n<p>About owls. <a href="${to}">more</a></p>\n`;

/** One document of each light format that may hold links, with a title where its format has one. */
export function lightDocuments(link: (name: string) => string): readonly SampleDocument[] {
  const of = (
    name: string,
    mediaType: string,
    make: (title: string, link: string) => string | Uint8Array,
  ): SampleDocument => ({
    name,
    mediaType,
    body: Buffer.from(make(`Owls as ${name}`, link(name)) as string),
  });
  return [
    of('txt', 'text/plain', (title, to) => `${title}\n\nMore at ${to}.`),
    of('md', 'text/markdown', (title, to) => `# ${title}\n\nAbout owls. [more](${to})`),
    of('csv', 'text/csv', (title, to) => `name,where\n"${title}",${to}\n`),
    of('tsv', 'text/tab-separated-values', (title, to) => `name\twhere\n${title}\t${to}\n`),
    of('json', 'application/json', (title, to) => JSON.stringify({ title, about: { url: to } })),
    of('xml', 'text/xml', (title, to) => `<owls><title>${title}</title><more href="${to}"/></owls>`),
    of(
      'svg',
      'image/svg+xml',
      (title, to) =>
        `<svg xmlns="http://www.w3.org/2000/svg"><title>${title}</title><a href="${to}"><text>more</text></a></svg>`,
    ),
    of(
      'tex',
      'application/x-tex',
      (title, to) =>
        `\\documentclass{article}\\title{${title}}\\begin{document}\\maketitle About owls, \\href{${to}}{more}.\\end{document}`,
    ),
    of(
      'rtf',
      'application/rtf',
      (title, to) =>
        `{\\rtf1\\ansi{\\info{\\title ${title}}}${title}\\par{\\field{\\*\\fldinst HYPERLINK "${to}"}{\\fldrslt more}}\\par}`,
    ),
    of('eml', 'message/rfc822', message),
    of('mbox', 'application/mbox', (title, to) => `From a Mon Jan 1 10:00:00 2001\n${message(title, to)}\n`),
    of('picture', 'image/png', (title, to) => pngOf({ Title: title, Description: `See ${to}` })),
  ];
}

/** An archive with these files, which are listed. */
export function archiveOf(...names: readonly string[]): Buffer {
  return zipOf(Object.fromEntries(names.map((name) => [name, 'x'])));
}

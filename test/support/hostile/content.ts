import { answer } from '../web/hostile-server.ts';
import { once, pageNamed, type Way, way } from './way.ts';

const sends = (
  name: string,
  does: string,
  body: () => string | Uint8Array,
  type = 'text/html',
  outcome = 'stored',
): Way => way(name, does, outcome, (socket) => void socket.write(answer(body(), [`Content-Type: ${type}`])));

const filled = (name: string, piece: string, times: number): (() => string) =>
  once(() => pageNamed(name) + piece.repeat(times));

const laughs = (): string => {
  const entities = Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`);
  return `<?xml version="1.0"?><!DOCTYPE html [<!ENTITY l0 "ha">${entities.join('')}]><html><title>&l10;</title><p>&l10;</p></html>`;
};

const outside = `<?xml version="1.0"?><!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><html><p>&x; external</p></html>`;

/** Whole answers that are hard to read. */
export const contentWays: readonly Way[] = [
  sends(
    'open-brackets',
    'sends a line of 30 MB of <',
    once(() => Buffer.alloc(30_000_000, '<')),
  ),
  sends('deep-nesting', 'nests 1,000,000 elements', filled('deep-nesting', '<div>', 1_000_000)),
  sends('deep-tables', 'nests 200,000 tables', filled('deep-tables', '<table><tr><td>', 200_000)),
  sends(
    'many-attributes',
    'has an element of 1,000,000 attributes',
    once(
      () =>
        `${pageNamed('many-attributes')}<a ${Array.from({ length: 1_000_000 }, (_, i) => i.toString(36)).join(' ')}>`,
    ),
  ),
  sends(
    'giant-attribute',
    'has an attribute of 5 MB',
    once(() => `${pageNamed('giant-attribute')}<a href="${'x'.repeat(5_000_000)}">`),
  ),
  sends(
    'giant-title',
    'has a title of 5 MB',
    once(() => `<title>${'giant '.repeat(900_000)}</title>`),
  ),
  sends('many-links', 'has 200,000 links', filled('many-links', '<a href="ftp://x/">x</a>', 200_000)),
  sends('open-comments', 'opens 1,000,000 comments', filled('open-comments', '<!--', 1_000_000)),
  sends('open-scripts', 'opens 500,000 scripts', filled('open-scripts', '<script>', 500_000)),
  sends('many-entities', 'has 1,000,000 references', filled('many-entities', '&amp&#0;', 600_000)),
  sends('entity-bomb', 'defines entities that would become 20 GB', laughs, 'application/xhtml+xml'),
  sends('outer-entity', 'includes a file of ours by an entity', () => outside, 'application/xhtml+xml'),
  sends(
    'nul-page',
    'sends 5 MB of NULs',
    once(() => Buffer.alloc(5_000_000)),
  ),
  sends('charset-lie', 'calls ASCII UTF-16', () => pageNamed('charset-lie'), 'text/html; charset=utf-16'),
  sends(
    'charset-odd',
    'has a charset that nobody knows',
    () => pageNamed('charset-odd'),
    'text/html; charset=klingon',
  ),
  sends(
    'bad-utf-8',
    'sends UTF-8 that is none',
    () =>
      Buffer.concat([
        Buffer.from(pageNamed('bad-utf-8')),
        Buffer.from([0xc3, 0x28, 0xf8, 0xff, 0xed, 0xa0, 0x80]),
      ]),
    'text/html; charset=utf-8',
  ),
  sends('type-lie', 'calls an image a page', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')),
];

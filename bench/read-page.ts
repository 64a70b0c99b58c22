/** What reading a page costs, stage by stage: `node bench/read-page.ts [pages]`. CPU seconds per 1,000 pages. */

import { hash } from 'node:crypto';
import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { Tokenizer } from 'htmlparser2';
import { readerPool } from '../lib/adapters/reading/reader-pool.ts';
import { zstdOptions } from '../lib/archive/formats.ts';
import { keptZstd } from '../lib/base/compressors/kept-compressor.ts';
import { keptGzip } from '../lib/base/compressors/kept-gzip.ts';
import { loadDetector } from '../lib/base/language/load-detector.ts';
import { canonicalise } from '../lib/base/url/canonicalise.ts';
import { identityOf } from '../lib/base/url/identity.ts';
import { linkResolver } from '../lib/base/url/resolve-link.ts';
import type { CanonicalUrl } from '../lib/base/url/url.ts';
import { defaultUrlSettings } from '../lib/base/url/url-settings.ts';
import { readMarkup } from '../lib/documents/parse.ts';
import { charsetOf, contentMd5, decode } from '../lib/documents/types.ts';
import type { ReadRequest } from '../lib/domain/reading/page.ts';
import { readPage } from '../lib/domain/reading/read-page.ts';
import { writtenPage } from '../lib/domain/reading/written-page.ts';
import { defaultContentSettings } from '../test/support/settings.ts';

const count = Number(process.argv[2] ?? 1_000);
const url = 'http://host7.example/section/page-1.html' as CanonicalUrl;

const words =
  'water river carbon energy lake system forest winter light method study model cell stone path'.split(' ');
let seed = 42;
const random = () => {
  seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
  return seed / 0x80000000;
};
const sentence = (length: number) =>
  Array.from({ length }, () => words[Math.floor(random() * words.length)] + (random() < 0.1 ? ',' : '')).join(
    ' ',
  );

/** About 42 KB with 50 links, half of them to other hosts, markup as sites have it. */
function page(number: number): Buffer {
  const link = (i: number) => {
    const to = Math.floor(random() * 10_000);
    const href =
      i % 2 === 0
        ? `/section/page-${to}.html`
        : `http://host${to % 100}.example/section/page-${to}.html?ref=${number}`;
    return `<li class="item item-${i}"><a class="nav-link" href="${href}" title="To page ${to}">Page ${to} about ${sentence(3)}</a></li>\n`;
  };
  const paragraph = (i: number) =>
    `<div class="block block-${i}" data-id="${i}"><h2 id="h${i}">${sentence(5)}</h2>\n<p class="text">${sentence(60)} &amp; <em>${sentence(4)}</em> caf&eacute;,\n  ${sentence(40)}</p></div>\n`;
  const head = `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Page ${number}</title><meta name="description" content="${sentence(20)}"><link rel="stylesheet" href="/style.css"><script>${'var a = function (x) { return x < 3 && x > 1; };\n'.repeat(60)}</script></head>`;
  let body = `<body><header><nav><ul>${Array.from({ length: 25 }, (_, i) => link(i)).join('')}</ul></nav></header><main>`;
  for (let i = 0; body.length + head.length < 38_500; i++) body += paragraph(i);
  body += `</main><footer><ul>${Array.from({ length: 25 }, (_, i) => link(i)).join('')}</ul></footer></body></html>`;
  return Buffer.from(head + body);
}

const pages = Array.from({ length: 200 }, (_, number) => page(number));
const size = pages.reduce((sum, body) => sum + body.length, 0) / pages.length;

function measure(name: string, stage: (body: Buffer, i: number) => unknown): void {
  for (let i = 0; i < 300; i++) stage(pages[i % pages.length] as Buffer, i % pages.length);
  const start = process.cpuUsage();
  for (let i = 0; i < count; i++) stage(pages[i % pages.length] as Buffer, i % pages.length);
  const used = process.cpuUsage(start);
  console.log(`${name.padEnd(44)} ${((used.user + used.system) / 1e3 / count).toFixed(3)}`);
}

const request = (body: Buffer): ReadRequest => ({
  url,
  body,
  contentType: 'text/html; charset=utf-8',
  urlSettings: defaultUrlSettings,
  extract: [],
  product: 'winnow',
});
const sources = pages.map((body) => decode(body, 'utf-8'));
const markups = sources.map((source) => readMarkup(source));
const at = <T>(list: readonly T[], i: number) => list[i] as T;
const nothing = () => {};

console.log(
  `${pages.length} pages of ${(size / 1000).toFixed(1)} KB, ${markups[0]?.links.length} links; CPU s per 1,000 pages`,
);
measure('decode UTF-8', (body) => decode(body, 'utf-8'));
measure('charset, nothing declared in the header', (body) => charsetOf(body, undefined, 'html'));
measure('htmlparser2 tokens, nobody listening', (_, i) => {
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname: nothing,
      onattribname: nothing,
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onopentagend: nothing,
      onselfclosingtag: nothing,
      onclosetag: nothing,
      ontext: nothing,
      ontextentity: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  );
  tokenizer.write(at(sources, i));
  tokenizer.end();
});
measure('readMarkup (tokens included)', (_, i) => readMarkup(at(sources, i)));
measure('links resolved', (_, i) => {
  const resolve = linkResolver(url, 'utf-8', identityOf({ url: defaultUrlSettings }));
  return at(markups, i).links.map((link) => resolve(link.href));
});
measure('  the same by canonicalise', (_, i) =>
  at(markups, i).links.map((link) => canonicalise(link.href, url)),
);
measure('md5 of the content', (_, i) =>
  contentMd5(at(markups, i).text, at(markups, i).title, url, 'text/html'),
);
measure('sha256 of the body', (body) => hash('sha256', body));
measure('readPage, all of it', (body) => readPage(request(body)));
measure('readPage with one extract: rule', (body) =>
  readPage({ ...request(body), extract: [{ field: 'title', selector: 'h2', type: 'string', many: false }] }),
);
for (const [name, content] of [
  ['main content', { ...defaultContentSettings, main: true, markdown: 'none' }],
  ['main content and its Markdown', { ...defaultContentSettings, main: true, markdown: 'main' }],
  [
    'main content, Markdown of it and of the page',
    { ...defaultContentSettings, main: true, markdown: 'both' },
  ],
  ['detected language', { ...defaultContentSettings, language: true }],
  ['min-hashes of its text', { ...defaultContentSettings, nearDuplicates: 'mark' }],
] as const) {
  if (content.language) await loadDetector();
  measure(`readPage with ${name}`, (body) => readPage({ ...request(body), content }));
}
for (const level of [1, 4, 6]) {
  const bytes = pages.reduce((sum, body) => sum + gzipSync(body, { level }).length, 0) / pages.length;
  measure(`gzip ${level} (${((bytes / size) * 100).toFixed(1)} %)`, (body) => gzipSync(body, { level }));
}
for (const level of [1, 3]) {
  const params = { [constants.ZSTD_c_compressionLevel]: level };
  const bytes =
    pages.reduce((sum, body) => sum + zstdCompressSync(body, { params }).length, 0) / pages.length;
  measure(`zstd ${level} (${((bytes / size) * 100).toFixed(1)} %)`, (body) =>
    zstdCompressSync(body, { params }),
  );
}

for (const [name, kept] of [
  ['gzip, our own', keptGzip()],
  ['zstd 1, kept', keptZstd(zstdOptions)],
] as const) {
  const bytes = pages.reduce((sum, body) => sum + (kept([body])?.length ?? 0), 0) / pages.length;
  measure(`${name} (${((bytes / size) * 100).toFixed(1)} %)`, (body) => kept([body]));
}

const parsed = pages.map((body) => writtenPage(request(body)));
measure('a page cloned to a thread', (body) => structuredClone(request(body)));
measure('its written content cloned back', (_, i) => structuredClone(at(parsed, i)));
for (const threads of [1, 2]) {
  const pool = readerPool({ threads });
  const read = (length: number) =>
    Promise.all(Array.from({ length }, (_, i) => pool.read(request(at(pages, i % pages.length)))));
  await read(300);
  const [wall, cpu, main] = [performance.now(), process.cpuUsage(), process.threadCpuUsage()];
  await read(count);
  const used = process.cpuUsage(cpu);
  const own = process.threadCpuUsage(main);
  const perPage = (microseconds: number) => (microseconds / 1e3 / count).toFixed(3);
  console.log(
    `${`pool of ${threads}`.padEnd(44)} ${perPage(used.user + used.system)}, of it ${perPage(own.user + own.system)} on the main thread; ${Math.round(count / ((performance.now() - wall) / 1e3))} pages/s`,
  );
  await pool.close();
}

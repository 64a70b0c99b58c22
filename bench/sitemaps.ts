/**
 * Reading a sitemap of 50,000 URLs and 11 MB on one core, as it is and as a gzip file: `node bench/sitemaps.ts`. The
 * bytes come in pieces of 64 KB; in the last line they are made as they are asked for, in the time too. The heap is
 * looked at every 1,000 entries, rubbish that is not collected yet included. Best of five rounds.
 */
import { createGzip } from 'node:zlib';
import { readListing } from '../lib/rules/sitemaps.ts';

const urls = 50_000;
const rounds = 5;
const protocol = { mayBeText: true, maxBytes: 52_428_800, maxEntries: urls };

/** An entry of about 220 bytes, as sitemaps of shops have them. */
function entry(n: number): string {
  return `  <url>
    <loc>https://www.example.org/catalogue/section-${n % 90}/product-${n}.html?lang=en&amp;currency=eur</loc>
    <lastmod>2026-0${(n % 9) + 1}-1${n % 10}T08:30:00+00:00</lastmod>
    <changefreq>weekly</changefreq><priority>0.${n % 10}</priority>
  </url>
`;
}

function* pieces(): Generator<Uint8Array> {
  let text = '<?xml version="1.0"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n';
  for (let n = 0; n < urls; n++) {
    text += entry(n);
    if (text.length < 65_536) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(`${text}</urlset>`);
}

async function zipped(): Promise<readonly Buffer[]> {
  const gzip = createGzip();
  for (const piece of pieces()) gzip.write(piece);
  gzip.end();
  const all: Buffer[] = [];
  for await (const piece of gzip) all.push(piece as Buffer);
  return all;
}

async function measure(name: string, source: () => Iterable<Uint8Array>): Promise<string> {
  let best = Number.POSITIVE_INFINITY;
  let grown = 0;
  let read = { entries: 0, bytes: 0 };
  for (let round = 0; round < rounds; round++) {
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    const began = process.cpuUsage();
    let peak = before;
    let seen = 0;
    const listing = await readListing(source(), {
      ...protocol,
      onEntry() {
        seen += 1;
        if (seen % 1_000 === 0) peak = Math.max(peak, process.memoryUsage().heapUsed);
      },
    });
    const { user, system } = process.cpuUsage(began);
    best = Math.min(best, (user + system) / 1_000);
    grown = Math.max(grown, peak - before);
    if (listing.kind === 'listing') read = listing;
  }
  const mb = (bytes: number) => (bytes / 1e6).toFixed(1);
  const cells = [String(read.entries), mb(read.bytes), best.toFixed(0), mb(grown)];
  return name.padEnd(14) + cells.map((cell) => cell.padStart(16)).join('');
}

const whole = [...pieces()];
const gz = await zipped();
console.log(
  `${'what'.padEnd(14)}${['entries', 'MB decoded', 'CPU ms', 'heap grown, MB'].map((cell) => cell.padStart(16)).join('')}`,
);
for (const [name, source] of [
  ['XML', () => whole],
  ['XML, gzip', () => gz],
  ['XML, made', pieces],
] as const) {
  console.log(await measure(name, source));
}

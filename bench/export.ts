import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdHeapDown } from '../bin/commands/base/made/small-heap.ts';
import { enterJob, openJob } from '../lib/api/open-local.ts';
import type { CanonicalUrl } from '../lib/base/url/url.ts';
import { exportCollection } from '../lib/capabilities/export/operation.ts';
import { loadJob } from '../lib/config/job/load-job.ts';
import { MadeFiles } from '../lib/faces/made-files.ts';
import { ask, dataOf } from '../lib/operations/ask.ts';
import type { Made } from '../lib/pipeline/operation/made.ts';
import { putRecords } from '../test/support/export/put-records.ts';
import { seededRandom } from '../test/support/seeded-random.ts';

/**
 * How fast a collection leaves in each format, and in how much memory: `node bench/export.ts [records] [formats,with,commas]`. Records
 * are made up: 6 kB of text, 20 links, a document of 10 kB. Each format runs in a process of its own.
 */
const [first = '10000', second = 'jsonl,csv,markdown,parquet,alvis,dc,combine,warc,wacz', third] =
  process.argv.slice(2);
const job = 'birds';
const perObject = 10;

if (first === 'run') await run(second, third as string);
else await all(Number(first), second.split(','));

async function all(records: number, formats: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-export-'));
  try {
    await fill(folder, records);
    console.log('format     records/s   MB/s   peak MB   file MB   document MB/s');
    for (const to of formats) {
      const { stdout, stderr } = spawnSync(process.execPath, [import.meta.filename, 'run', folder, to]);
      process.stdout.write(stdout.toString() || stderr.toString());
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(folder: string, to: string): Promise<void> {
  const crawl = await enterJob(join(folder, 'data'), job, { guest: true });
  const out = join(folder, `out-${to}`);
  const named = { name: 'export', operation: exportCollection };
  const kind = exportCollection.makes?.({ to } as never) as ConstructorParameters<typeof MadeFiles>[1];
  const files = new MadeFiles(out, kind, { to });
  const began = performance.now();
  const { user, system } = process.cpuUsage();
  const asker = { by: 'bench', reason: '', scratch: files.scratch };
  const pieces = dataOf(
    await ask(named, crawl.installation.place, { job, to }, asker),
  ) as AsyncIterable<Made>;
  const passed = holdHeapDown();
  let [records, bytes] = [0, 0];
  for await (const piece of pieces) {
    files.take(piece);
    passed(piece);
    if ('bytes' in piece) bytes += piece.bytes.length;
    if ('whole' in piece) bytes += piece.whole.length;
    if ('made' in piece) ({ records } = piece.made as { records: number });
  }
  const used = process.cpuUsage();
  const seconds = (used.user + used.system - user - system) / 1e6;
  const peak = process.resourceUsage().maxRSS / 1e3;
  await crawl.close();
  const size = existsSync(out) && statSync(out).isFile() ? statSync(out).size : bytes;
  const wall = (performance.now() - began) / 1e3;
  const documents = (records * Number(readFileSync(join(folder, 'document-bytes'), 'utf8'))) / seconds;
  const figures = [records / seconds, bytes / seconds / 1e6, peak, size / 1e6, documents / 1e6].map((one) =>
    one.toFixed(0).padStart(8),
  );
  console.log(`${to.padEnd(9)} ${figures.join('  ')}   (CPU; wall ${(records / wall).toFixed(0)}/s)`);
}

/** Puts made-up records where turns would have. */
async function fill(folder: string, records: number): Promise<void> {
  mkdirSync(join(folder, 'job'));
  writeFileSync(
    join(folder, 'job', 'job.yaml'),
    `name: ${job}\ndata: ${join(folder, 'data')}\nuserAgent:\n  contact: a@example.org\nscope:\n  hosts: [a.example]\n`,
  );
  const crawl = await openJob(loadJob(join(folder, 'job')), {});
  const { ports } = crawl.installation.place;
  const random = seededRandom(1);
  const words = Array.from({ length: 5_000 }, () =>
    random()
      .toString(36)
      .slice(2, 4 + Math.floor(8 * random())),
  );
  const text = (count: number) =>
    Array.from({ length: count }, () => words[Math.floor(words.length * random() ** 2)]).join(' ');
  let bytes = 0;
  for (let turn = 0; turn * perObject < records; turn++) {
    const made = Array.from({ length: perObject }, (_, ordinal) => pageOf(turn * perObject + ordinal, text));
    await putRecords(ports, { job, turn }, made);
    bytes += made.reduce((sum, { body }) => sum + body.length, 0);
  }
  writeFileSync(join(folder, 'document-bytes'), String(bytes / records));
  await crawl.close();
}

function pageOf(number: number, text: (count: number) => string) {
  const url = `https://a.example/section-${number % 97}/page-${number}.html` as CanonicalUrl;
  const title = `${text(6)} ${number}`;
  const paragraphs = Array.from({ length: 10 }, () => text(90));
  const links = Array.from({ length: 20 }, (_, at) => ({
    ...{
      url: `https://a.example/section-${(number + at) % 97}/page-${number + at}.html`,
      anchor: text(3),
      rel: [],
    },
    ...{ element: 'a', place: 'main' },
  }));
  const html = `<title>${title}</title>${paragraphs.map((one) => `<div class="${text(40)}"><p>${one}</p></div>`).join('')}${links.map((one) => `<a href="${one.url}">${one.anchor}</a>`).join('')}`;
  const md5 = createHash('md5').update(url).digest('hex');
  const record = {
    ...{
      md5,
      digest: md5 + md5,
      mediaType: 'text/html',
      charset: 'utf-8',
      title,
      metadata: { keywords: [text(5)] },
    },
    ...{
      headings: [{ level: 1, text: title }],
      text: `${title}\n${paragraphs.join('\n')}`,
      links,
      finalUrl: url,
      urls: [url],
    },
    main: {
      kind: 'article',
      text: paragraphs.join('\n'),
      markdown: `# ${title}\n\n${paragraphs.join('\n\n')}`,
    },
    topic: {
      relevant: true,
      filter: 'f',
      kind: 'terms',
      score: 3,
      relative: 1,
      classes: [{ id: 'A', score: 3, share: 1, evidence: [] }],
    },
    ...{ depth: 1, firstSeen: 1, lastChecked: 1, lastChanged: 1 },
    response: {
      status: 200,
      contentType: 'text/html',
      fetchedAt: 1,
      wireBytes: 6_000,
      bytes: html.length,
      truncated: false,
    },
  };
  return { url, md5, record, body: Buffer.from(html) };
}

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { decodeIndex } from '../../../lib/archive/bundles.ts';
import { readMember } from '../../../lib/archive/formats.ts';
import type { ExportName } from '../../../lib/capabilities/export/export-names.ts';
import type { FormatOptions } from '../../../lib/capabilities/export/format.ts';
import { memoryScratch } from '../../../lib/capabilities/export/format.ts';
import { exportFormats } from '../../../lib/capabilities/export/formats.ts';
import { pageFile } from '../../../lib/capabilities/export/page-names.ts';
import type { RecordLine } from '../../../lib/pipeline/collection/present-line.ts';
import { snapshotRecords } from '../../../lib/pipeline/collection/snapshot-records.ts';
import type { Outgoing } from '../../../lib/pipeline/feed/outgoing.ts';
import type { Made } from '../../../lib/pipeline/operation/made.ts';
import { page, type SmallCrawl, smallCrawl } from '../../pipeline/small-crawl.ts';
import { elementsOf, parseXml } from '../../support/export/xml.ts';
import { unzipped } from '../../support/export/zip.ts';

const site = 'http://a.example';
const hostile = [
  "=cmd|'/c calc'!A0",
  'nul \u0000 escape \u001b[2J bell \u0007 and \ufffe \uffff',
  'half \ud800 of a pair, and the other \udc00',
  '</title><script>alert(1)</script> & ]]> "quoted" \'single\'',
  'lines\u2028and\u2029paragraphs\u0085\r\n\ttabs',
  '--- \n: yaml # comment\n- item',
  '[a](b) `code` *bold* <b> | table |',
  '漢字 😀 \u202e turned',
];
const usual: FormatOptions = {
  charset: 'utf8',
  nooutlinks: false,
  collapseinlinks: false,
  relativeLinks: false,
};

let crawl: SmallCrawl;
let all: readonly Outgoing[];
beforeAll(async () => {
  crawl = await smallCrawl(
    { [`${site}/`]: page('wren', `${site}/two`), [`${site}/two`]: page('crane', `${site}/`) },
    { seeds: [`${site}/`] },
  );
  await crawl.run(600_000);
  const found: Outgoing[] = [];
  for await (const line of snapshotRecords(crawl.ports, 'birds')) {
    if (!('record' in line) || line.record === undefined || line.document === undefined) continue;
    const document = await crawl.ports.documents.read(line.document);
    if (document !== undefined) found.push({ change: 'created', line: line as RecordLine, document });
  }
  all = found;
});
afterAll(() => crawl.close());

/** A record in whose every text something hostile stands. */
function spoilt(text: string): Outgoing {
  const [{ line, ...rest }] = all as readonly [Outgoing];
  const { record } = line;
  const links = record.links.map((link) => ({ ...link, anchor: text }));
  const topic = {
    ...{ relevant: true, filter: 'f', kind: 'terms' as const, score: 2, relative: 0.5 },
    classes: [{ id: text, score: 2, share: 1, evidence: [{ term: text, score: 2 }] }],
  };
  return {
    ...rest,
    line: {
      ...line,
      record: {
        ...record,
        ...{ title: text, text: `${text}\n${text}`, links, topic, language: text },
        headings: [{ level: 1, text }],
        metadata: { keywords: [text], author: [text], 'dc.title': [text], 'dc.<evil': [text] },
        response: { ...record.response, server: text },
        main: { kind: 'article', text, author: text },
        analysis: { summary: text },
      },
    },
  };
}

function made(
  name: ExportName,
  records: readonly Outgoing[],
  options: Partial<FormatOptions> = {},
  more = {},
) {
  const plan = {
    ...{
      job: 'birds',
      at: 1_700_000_000_000,
      isUpdate: false,
      scratch: memoryScratch(),
      partBytes: 16_000_000,
    },
    ...{ options: { ...usual, ...options }, nameOf: () => undefined, ...more },
  };
  const writer = exportFormats[name].open(plan);
  const pieces: Made[] = [...writer.begin(), ...records.flatMap((one) => writer.add(one))];
  const gone = { md5: 'f'.repeat(32), url: `${site}/gone`, at: 1, host: 'a.example', job: 'birds' };
  pieces.push(...writer.remove(gone as never), ...writer.end());
  const files = new Map<string, Buffer>();
  for (const piece of pieces) {
    if ('bytes' in piece)
      files.set(piece.file, Buffer.concat([files.get(piece.file) ?? Buffer.alloc(0), piece.bytes]));
    if ('whole' in piece) files.set(piece.file, Buffer.from(piece.whole));
  }
  return files;
}

const one = (files: ReadonlyMap<string, Buffer>): Buffer => [...files.values()][0] as Buffer;

describe.each(['alvis', 'dc', 'combine'] as const)('XML as %s', (name) => {
  it.each(hostile)('is well-formed, whatever a page says: %j', (text) => {
    const document = parseXml(one(made(name, [spoilt(text)])).toString());
    expect(document.name).toBe('documentCollection');
    expect(document.children.filter((child) => typeof child !== 'string').length).toBe(2);
  });

  it('is ISO 8859-1 where that is asked for, with numbers for what that has no byte for', () => {
    const bytes = one(made(name, [spoilt('blåbær 漢字 😀')], { charset: 'isolatin' }));
    const text = bytes.toString('latin1');
    expect(text).toContain('encoding="ISO-8859-1"');
    expect(text).toContain('bl\u00e5b\u00e6r &#28450;&#23383; &#128512;');
    expect(parseXml(text).name).toBe('documentCollection');
  });

  it('tells of records that are gone', () => {
    const [, gone] = elementsOf(
      parseXml(one(made(name, all.slice(0, 1))).toString()),
      'documentRecord',
    ).toReversed();
    const records = elementsOf(parseXml(one(made(name, all.slice(0, 1))).toString()), 'documentRecord');
    expect(records.at(-1)?.attributes).toEqual({ id: 'f'.repeat(32), action: 'delete' });
    expect(gone?.attributes.action).toBeUndefined();
  });
});

describe('XML as combine', () => {
  it('has the elements of the original', () => {
    const [record] = elementsOf(
      parseXml(one(made('combine', [spoilt('sundew')])).toString()),
      'documentRecord',
    );
    const names = record?.children.flatMap((child) => (typeof child === 'string' ? [] : [child.name]));
    expect(names).toEqual([
      ...['modifiedDate', 'checkedDate', 'mimeType', 'httpServer', 'urls', 'servers', 'canonicalDocument'],
      ...['metaData', 'links', 'headings', 'Rsummary', 'property', 'property', 'topic', 'topic'],
    ]);
  });

  it('leaves out links where that is asked for', () => {
    const count = (options: Partial<FormatOptions>) =>
      elementsOf(parseXml(one(made('combine', all, options)).toString()), 'link').length;
    expect(count({})).toBe(2);
    expect(count({ nooutlinks: true })).toBe(0);
  });
});

describe('CSV', () => {
  it.each(hostile)('has cells that nothing runs, and a row a record: %j', (text) => {
    const csv = one(made('csv', [spoilt(text), ...all])).toString();
    const rows = csv.split('\r\n').filter((row) => !/^[^,"]*$/.test(row));
    expect(rows.length).toBeGreaterThanOrEqual(5);
    for (const cell of csv.split(/[,\r\n]+/)) expect(cell.replace(/^"/, '')).not.toMatch(/^[=+@]/);
  });

  it('tells what became of each record', () => {
    const rows = one(made('csv', all)).toString().trimEnd().split('\r\n');
    expect(rows.map((row) => row.split(',').at(-1))).toEqual(['change', 'created', 'created', 'deleted']);
  });
});

describe('JSON lines', () => {
  it.each(hostile)('are one line a record, for every reader of lines: %j', (text) => {
    const lines = one(made('jsonl', [spoilt(text)]))
      .toString()
      .split(/\r\n|[\n\u0085\u2028\u2029]/);
    expect(lines.length).toBe(3);
    expect(JSON.parse(lines[0] as string).record.title).toBe(text);
    expect(JSON.parse(lines[1] as string)).toMatchObject({ change: 'deleted', md5: 'f'.repeat(32) });
  });
});

describe('Parquet', () => {
  it('has records with texts, and their links', async () => {
    const files = made('parquet', [...hostile.map(spoilt), ...all]);
    expect([...files.keys()].sort()).toEqual(['links-00000.parquet', 'records-00000.parquet']);
    const read = async (name: string) => {
      const bytes = files.get(name) as Buffer;
      return await parquetReadObjects({
        file: Uint8Array.from(bytes).buffer,
        compressors: { ZSTD: (page) => zstdDecompressSync(page) },
      });
    };
    const records = await read('records-00000.parquet');
    expect(records.map(({ title }) => title)).toEqual([
      ...hostile.map((text) => text.toWellFormed()),
      ...all.map(({ line }) => line.record.title),
      null,
    ]);
    expect(records.at(-1)).toMatchObject({ change: 'deleted', text: null });
    expect(records.at(-2)?.text).toBe(all.at(-1)?.line.record.text);
    const links = await read('links-00000.parquet');
    expect(links.length).toBe(hostile.length + all.length);
    expect(links.at(-1)).toMatchObject({ source_md5: all.at(-1)?.line.md5, position: 0n });
  });

  it('is a table for DuckDB', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'winnow-parquet-'));
    for (const [name, bytes] of made('parquet', all)) writeFileSync(join(folder, name), bytes);
    const duck = await (await DuckDBInstance.create()).connect();
    const sql = `select r.title, l.target, r.first_seen < now() as past from '${folder}/records-*.parquet' r
      join '${folder}/links-*.parquet' l on l.source_md5 = r.md5 order by 1`;
    const rows = (await duck.runAndReadAll(sql)).getRows();
    duck.closeSync();
    rmSync(folder, { recursive: true });
    expect(rows).toEqual([
      ['crane', `${site}/`, expect.any(Boolean)],
      ['wren', `${site}/two`, expect.any(Boolean)],
    ]);
  });
});

describe('WARC', () => {
  it('has a member for what it is, and one for each document, byte for byte', () => {
    const bytes = one(made('warc', all));
    const members: string[] = [];
    for (let at = 0; at < bytes.length; ) {
      const { content, length } = readMember(bytes, at, 1_000_000);
      members.push(Buffer.from(content).toString());
      at += length;
    }
    expect(members[0]).toContain('WARC-Type: warcinfo\r\n');
    expect(members[0]).toContain('WARC-Filename: birds.warc.gz\r\n');
    expect(members.slice(1).map((text) => /WARC-Target-URI: (\S+)/.exec(text)?.[1])).toEqual(
      all.map(({ line }) => line.record.finalUrl),
    );
    expect(members[1]).toContain('<title>');
    expect(() => decodeIndex(bytes)).toThrow();
  });
});

describe('WACZ', () => {
  it('has documents, an index that finds them, pages, and digests of all', () => {
    const files = unzipped(one(made('wacz', all)));
    expect([...files.keys()]).toEqual([
      ...['archive/data-00000.warc.gz', 'indexes/index.cdx', 'pages/pages.jsonl'],
      ...['datapackage.json', 'datapackage-digest.json'],
    ]);
    const json = (name: string) => JSON.parse((files.get(name) as Buffer).toString());
    const sha = (name: string) =>
      `sha256:${createHash('sha256')
        .update(files.get(name) as Buffer)
        .digest('hex')}`;
    const described = json('datapackage.json');
    expect(described).toMatchObject({ profile: 'data-package', wacz_version: '1.1.1' });
    for (const { path, hash, bytes } of described.resources)
      expect([path, hash, bytes]).toEqual([path, sha(path), files.get(path)?.length]);
    expect(described.resources.length).toBe(3);
    expect(json('datapackage-digest.json')).toEqual({
      path: 'datapackage.json',
      hash: sha('datapackage.json'),
    });
    const lines = (name: string) => (files.get(name) as Buffer).toString().trimEnd().split('\n');
    const warc = files.get('archive/data-00000.warc.gz') as Buffer;
    const index = lines('indexes/index.cdx');
    expect(index).toEqual(index.toSorted());
    const found = index.map((line) => {
      const { offset, url, filename } = JSON.parse(line.slice(line.indexOf('{')));
      expect(filename).toBe('data-00000.warc.gz');
      const { content } = readMember(warc, Number(offset), 1_000_000);
      expect(Buffer.from(content).toString()).toContain(`WARC-Target-URI: ${url}\r\n`);
      return url;
    });
    const [head, ...pages] = lines('pages/pages.jsonl').map((line) => JSON.parse(line));
    expect(head.format).toBe('json-pages-1.0');
    expect(pages.map(({ url }) => url).sort()).toEqual(found.sort());
  });
});

describe('Markdown', () => {
  it.each(hostile)('has front matter that is YAML, and an index of one line a page: %j', (text) => {
    const files = made('markdown', [spoilt(text)]);
    const [{ line }] = all as readonly [Outgoing];
    expect([...files.keys()].sort()).toEqual([pageFile(line.record.finalUrl), 'index.md']);
    const body = [...files.entries()].find(([name]) => name !== 'index.md')?.[1].toString() ?? '';
    const [, yaml = ''] = /^---\n([\s\S]*?)\n---\n/.exec(body) ?? [];
    expect(parse(yaml)).toMatchObject({ title: text.toWellFormed(), kind: 'article' });
    expect(
      files
        .get('index.md')
        ?.toString()
        .trimEnd()
        .split(/\r\n|\n/).length,
    ).toBe(3);
  });

  it('leads from page to page where that is asked for, and out of the folder elsewhere', () => {
    const main = {
      kind: 'article' as const,
      text: '',
      markdown: `[in](${site}/#part) [out](http://b.example/)`,
    };
    const [{ line, ...rest }] = all as readonly [Outgoing];
    const record = { ...rest, line: { ...line, record: { ...line.record, main } } };
    const nameOf = (url: string) => (url === `${site}/` ? pageFile(url) : undefined);
    const files = made('markdown', [record], { relativeLinks: true }, { nameOf });
    const body = [...files.entries()].find(([name]) => name !== 'index.md')?.[1].toString();
    expect(body).toContain(`[in](../${pageFile(`${site}/`)}#part) [out](http://b.example/)`);
  });
});

describe('the name of a page', () => {
  it.each([
    ['http://a.example/', 'a.example/index-'],
    ['http://a.example:8080/Über%20uns/Größe.html?x=1', 'a.example_8080/uber-uns-gro-e-html-x-1-'],
    ['http://a.example/%E0%A4%A', 'a.example/e0-a4-a-'],
    [`http://a.example/${'x'.repeat(500)}`, `a.example/${'x'.repeat(60)}-`],
    ['http://[::1]:8080/../../etc/passwd', '---1-_8080/etc-passwd-'],
    ['http://../x', '-/x-'],
  ])('comes of its URL: %s', (url, begin) => {
    const name = pageFile(url);
    expect(name.slice(0, -11)).toBe(begin);
    expect(name).toMatch(/-[0-9a-f]{8}\.md$/);
    expect(name).not.toContain('..');
  });

  it('is another for another URL that reads alike', () => {
    expect(pageFile('http://a.example/a-b')).not.toBe(pageFile('http://a.example/a_b'));
  });
});

describe('a format that is made in parts', () => {
  it.each(['wacz', 'parquet', 'warc', 'markdown', 'combine'] as const)(
    'goes on from the state of a writer that was cut off: %s',
    (name) => {
      const records = [
        ...all,
        ...all.map(({ line, ...rest }) => ({ ...rest, line: { ...line, md5: line.md5 } })),
      ];
      const run = (cutAfter: number): Buffer => {
        const scratch = memoryScratch();
        const plan = {
          ...{ job: 'birds', at: 1, isUpdate: false, scratch, partBytes: 1, options: usual },
          nameOf: () => undefined,
        };
        let writer = exportFormats[name].open(plan);
        const pieces: Made[] = [...writer.begin()];
        for (const [at, record] of records.entries()) {
          pieces.push(...writer.add(record));
          if (at !== cutAfter) continue;
          const state = JSON.parse(JSON.stringify(writer.state()));
          writer = exportFormats[name].open(plan, state);
        }
        pieces.push(...writer.end());
        return Buffer.concat(
          pieces.map((piece) =>
            'bytes' in piece ? piece.bytes : 'whole' in piece ? piece.whole : Buffer.alloc(0),
          ),
        );
      };
      const whole = run(-1);
      for (const cutAfter of records.keys()) expect(run(cutAfter).equals(whole)).toBe(true);
      if (name === 'wacz') expect([...unzipped(whole).keys()].length).toBe(records.length + 4);
    },
  );
});

describe('an export without a disk', () => {
  it('keeps so much in memory at the most, and says what to do where that is too little', () => {
    const scratch = memoryScratch(10);
    scratch.put('one', new Uint8Array(8));
    scratch.put('one', new Uint8Array(10));
    expect(() => scratch.put('two', new Uint8Array(1))).toThrow(/command line/);
  });
});

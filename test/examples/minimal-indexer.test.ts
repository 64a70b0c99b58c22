import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import type { ChangeLine } from '../../lib/domain/collection/record.ts';

interface Indexer {
  objectsOf(body: string): readonly { readonly bucket: string; readonly key: string }[];
  changesOf(gzip: Uint8Array): readonly ChangeLine[];
  isNewer(change: ChangeLine, mark: ChangeLine | undefined): boolean;
}

const indexer = (await import(
  new URL('../../examples/minimal-indexer.mjs', import.meta.url).href
)) as Indexer;

const line: ChangeLine = {
  v: 1,
  job: 'birds',
  host: 'example.org:8080',
  turn: 7,
  ordinal: 0,
  change: 'deleted',
  md5: '0'.repeat(32),
  at: 1,
  url: 'http://example.org:8080/' as CanonicalUrl,
  cause: 'gone',
};

const key = 'changes/birds/example.org:8080/0000000007.jsonl.gz';
const records = { Records: [{ s3: { bucket: { name: 'b' }, object: { key: encodeURIComponent(key) } } }] };
const object = [{ bucket: 'b', key }];

test.each([
  ['a queue', records, object],
  ['a topic and a queue', { Type: 'Notification', Message: JSON.stringify(records) }, object],
  ['EventBridge', { source: 'aws.s3', detail: { bucket: { name: 'b' }, object: { key } } }, object],
  ['the test event', { Service: 'Amazon S3', Event: 's3:TestEvent' }, []],
])('the minimal indexer understands %s', (_, message, expected) => {
  expect(indexer.objectsOf(JSON.stringify(message))).toEqual(expected);
});

test('it reads a changes object, and sees a gap', () => {
  const gzip = (...lines: readonly ChangeLine[]) =>
    gzipSync(`${lines.map((one) => JSON.stringify(one)).join('\n')}\n`);
  expect(indexer.changesOf(gzip(line, { ...line, ordinal: 1 }))).toHaveLength(2);
  expect(() => indexer.changesOf(gzip(line, { ...line, ordinal: 2 }))).toThrow(
    'change 1 of turn 7 is missing',
  );
});

test('it reads an object of several turns', () => {
  const other = { ...line, host: 'a.example', turn: 3 };
  const lines = [line, { ...line, ordinal: 1 }, other].map((one) => JSON.stringify({ ...one, v: 2 }));
  expect(indexer.changesOf(gzipSync(`${lines.join('\n')}\n`))).toHaveLength(3);
  expect(() => indexer.changesOf(gzipSync(`${lines.toSpliced(0, 1).join('\n')}\n`))).toThrow(
    'change 0 of turn 7',
  );
});

test('it goes on past a damaged line', () => {
  const lines = [JSON.stringify(line), '{"v":1,', JSON.stringify({ ...line, ordinal: 2 })];
  expect(indexer.changesOf(gzipSync(`${lines.join('\n')}\n`))).toMatchObject([
    { ordinal: 0 },
    { ordinal: 2 },
  ]);
});

test('it does not do an older change after a newer one, nor the same one twice', () => {
  expect(indexer.isNewer(line, undefined)).toBe(true);
  expect(indexer.isNewer(line, line)).toBe(false);
  expect(indexer.isNewer({ ...line, turn: 8 }, line)).toBe(true);
  expect(indexer.isNewer({ ...line, turn: 6 }, line)).toBe(false);
  expect(indexer.isNewer({ ...line, host: 'example.com', turn: 1, at: 2 }, line)).toBe(true);
});

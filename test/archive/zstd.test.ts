import { gzipSync, type ZstdOptions, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholeBundle } from '../../lib/archive/warc/bundle.ts';
import { decodeIndex, footerLength, indexOffset } from '../../lib/archive/warc/bundle-index.ts';
import { copiedMember } from '../../lib/archive/warc/copied-member.ts';
import { documentName } from '../../lib/archive/warc/document-name.ts';
import { eraseInBundle } from '../../lib/archive/warc/erase-in-bundle.ts';
import { erasedMember } from '../../lib/archive/warc/erased-member.ts';
import { encodeMember, readMember, storedMember } from '../../lib/archive/warc/member.ts';
import { encodePage } from '../../lib/archive/warc/page-member.ts';
import { scanBundle } from '../../lib/archive/warc/scan-bundle.ts';
import { bodyOf, storedDocument } from '../../lib/archive/warc/stored-document.ts';
import { decodeRecord } from '../../lib/archive/warc/warc-record.ts';
import { skippableFrame, zstdFrame } from '../../lib/archive/warc/zstd-frame.ts';
import { noise } from '../contracts/fixture.ts';
import { fetchedDocument } from '../support/put-document.ts';

const md5Of = (at: number) => String(at).repeat(32).slice(0, 32);
const page = (at: number, body: Uint8Array = Buffer.from(`body-of-${at} `.repeat(50)), gzip?: Uint8Array) =>
  encodePage(
    fetchedDocument(
      { md5: md5Of(at), body, compression: 'zstd', ...(gzip === undefined ? {} : { gzip }) },
      `https://h${at}.example/p`,
    ),
    async (parts) => zstdFrame(parts),
  );
const about = { name: 'b.warc.zst', job: 'job', at: 1 };
const bundle = 'bundles/job/b.warc.zst';

/** The whole file as a reader of zstd sees it, which knows nothing of members. */
function decoded(file: Uint8Array): string {
  const contents: Buffer[] = [];
  for (let at = 0; at < file.length; ) {
    const options: ZstdOptions = { info: true };
    const { buffer, engine } = zstdDecompressSync(file.subarray(at), options) as unknown as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    contents.push(buffer);
    at += engine.bytesWritten;
  }
  return Buffer.concat(contents).toString('latin1');
}

describe('a member in zstd', () => {
  it('is read back from its offset, whatever comes before and after it', () => {
    const anyBytes = fc.oneof(
      fc.uint8Array(),
      fc.nat(300_000).map((size) => noise(size)),
      fc.nat(300_000).map((size) => Buffer.alloc(size, 'a')),
    );
    fc.assert(
      fc.property(
        ...[fc.uint8Array(), anyBytes, fc.uint8Array(), fc.boolean()],
        (before: Uint8Array, content: Uint8Array, after: Uint8Array, isStored: boolean) => {
          const member = isStored ? storedMember(content, 'zstd') : encodeMember(content, 'zstd');
          expect(Buffer.compare(zstdDecompressSync(member), content)).toBe(0);
          const read = readMember(Buffer.concat([before, member, after]), before.length, 1_000_000);
          expect(Buffer.compare(read.content, content)).toBe(0);
          expect(read.length).toBe(member.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is refused when it is cut off anywhere or damaged, and is not decoded beyond the bound', () => {
    const member = encodeMember(Buffer.from('a page that says something, and says something'), 'zstd');
    for (let length = 0; length < member.length; length++)
      expect(() => readMember(member.subarray(0, length), 0, 1_000)).toThrow();
    const damaged = Uint8Array.from(member);
    damaged[member.length - 8] = (damaged[member.length - 8] as number) ^ 1;
    expect(() => readMember(damaged, 0, 1_000)).toThrow();
    expect(() => readMember(encodeMember(new Uint8Array(10_000), 'zstd'), 0, 9_999)).toThrow();
  });

  it('has the frames behind it that readers skip', () => {
    const member = Buffer.concat([encodeMember(Buffer.from('a'), 'zstd'), skippableFrame('x', 20)]);
    const read = readMember(Buffer.concat([member, Buffer.from('next')]), 0, 100);
    expect(read).toEqual({ content: Buffer.from('a'), length: member.length });
  });
});

describe('a page in zstd', () => {
  it('is read back byte for byte, also what came as gzip', async () => {
    const body = noise(3_000);
    for (const gzip of [undefined, gzipSync(body)]) {
      const { bytes } = await page(1, body, gzip);
      const name = documentName({ bundle, offset: 0, length: bytes.length });
      const stored = storedDocument(name, bytes);
      expect(stored).toMatchObject({ md5: md5Of(1), isGzip: gzip !== undefined });
      expect(Buffer.compare(bodyOf(stored), body)).toBe(0);
    }
  });

  it('becomes gzip in an archive, which other readers know', async () => {
    for (const gzip of [undefined, gzipSync('text')]) {
      const { bytes, entry } = await page(1, Buffer.from('text'), gzip);
      const name = documentName({ bundle, offset: 0, length: bytes.length });
      const copied = copiedMember(name, bytes);
      expect(copied.entry).toEqual(entry);
      expect(copied.bytes[0]).toBe(0x1f);
      const same = readMember(copied.bytes, 0, 10_000).content;
      expect(Buffer.compare(same, readMember(bytes, 0, 10_000).content)).toBe(0);
    }
  });
});

describe('a bundle in zstd', () => {
  it('has its pages by its index and without it, and is one file for other readers', async () => {
    const members = await Promise.all([page(1), page(2, noise(200_000)), page(3)]);
    const { bytes, entries } = wholeBundle(about, members);
    const end = indexOffset(bytes.subarray(-footerLength));
    expect(decodeIndex(bytes.subarray(end))).toEqual(entries);
    const read = (at: number, length: number) => bytes.subarray(at, at + length);
    expect(scanBundle(read, bytes.length)).toEqual({ entries, end });
    expect(scanBundle(read, end - 1).entries).toEqual(entries.slice(0, 2));
    expect(decoded(bytes).match(/^WARC-Type: \w+/gm)).toEqual([
      'WARC-Type: warcinfo',
      ...Array(3).fill('WARC-Type: response'),
      'WARC-Type: metadata',
    ]);
    expect(() => indexOffset(bytes.subarray(-footerLength - 1, -1))).toThrow('index');
  });

  it('has nothing of an erased page, and the others where they were', async () => {
    const { bytes, entries } = wholeBundle(about, await Promise.all([1, 2, 3].map((at) => page(at))));
    const [first, second, third] = entries as Required<typeof entries>;
    const target = { bundle, offset: second?.offset ?? 0, length: second?.length ?? 0, md5: md5Of(2) };
    const left = eraseInBundle(bytes, { key: bundle, at: 2 }, [target]);
    const kept = decodeIndex(left.subarray(indexOffset(left.subarray(-footerLength))));
    expect(kept).toEqual([first, third]);
    expect(scanBundle((at, length) => left.subarray(at, at + length), left.length).entries).toEqual(kept);
    const text = decoded(left);
    expect(text).toContain('body-of-1');
    expect(text).not.toContain('body-of-2');
    expect(text).not.toContain('h2.example');
    expect(eraseInBundle(left, { key: bundle, at: 2 }, [target])).toEqual(left);
  });

  it('finds the pages behind a damaged one', async () => {
    const { bytes, entries } = wholeBundle(about, await Promise.all([1, 2, 3].map((at) => page(at))));
    const damaged = Uint8Array.from(bytes);
    damaged.fill(0xff, entries[1]?.offset, (entries[1]?.offset ?? 0) + 60);
    const read = (at: number, length: number) => damaged.subarray(at, at + length);
    expect(scanBundle(read, damaged.length).entries).toEqual([entries[0], entries[2]]);
  });

  it('has room for the empty record of an erased page, whatever the length of the page', () => {
    const place = `${bundle}#5+400`;
    for (let length = 300; length < 400; length += 1) {
      const member = erasedMember(place, length);
      expect(member).toHaveLength(length);
      const { content, length: end } = readMember(Buffer.concat([member, member]), 0, 10_000);
      expect(end).toBe(length);
      expect(decodeRecord(content).block).toHaveLength(0);
    }
    expect(() => erasedMember(place, 60)).toThrow('no page');
  });
});

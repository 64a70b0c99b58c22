import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholeBundle } from '../../lib/archive/warc/bundle.ts';
import { decodeIndex, footerLength, indexOffset } from '../../lib/archive/warc/bundle-index.ts';
import { asRevisit, copiedMember } from '../../lib/archive/warc/copied-member.ts';
import { documentName, memberPlace } from '../../lib/archive/warc/document-name.ts';
import { eraseInBundle, isMemberOf } from '../../lib/archive/warc/erase-in-bundle.ts';
import { erasedMember } from '../../lib/archive/warc/erased-member.ts';
import { encodeMember, readMember, storedMember } from '../../lib/archive/warc/member.ts';
import { memberFault } from '../../lib/archive/warc/member-fault.ts';
import { encodePage } from '../../lib/archive/warc/page-member.ts';
import { scanBundle } from '../../lib/archive/warc/scan-bundle.ts';
import { bodyOf, storedDocument } from '../../lib/archive/warc/stored-document.ts';
import { decodeRecord } from '../../lib/archive/warc/warc-record.ts';
import { gzip } from '../../lib/base/compressors/compress.ts';
import { noise } from '../contracts/fixture.ts';
import { fetchedDocument } from '../support/put-document.ts';

const compress = async (parts: readonly Uint8Array[]) => gzip(...parts);
const md5Of = (at: number) => String(at).repeat(32).slice(0, 32);
const page = (at: number, body = noise(200 + at, at), serverGzip?: Uint8Array) =>
  encodePage(
    fetchedDocument(
      { md5: md5Of(at), body, ...(serverGzip === undefined ? {} : { gzip: serverGzip }) },
      `https://h${at}.example/p`,
    ),
    compress,
  );
const about = { name: 'b.warc.gz', job: 'job', at: 1 };
const bundle = 'bundles/job/b.warc.gz';

describe('the name of a document', () => {
  it('says a place, and nothing else does', () => {
    const place = { bundle: 'bundles/job/20261125-ab-00000.warc.gz', offset: 12, length: 345 };
    expect(memberPlace(documentName(place))).toEqual(place);
    for (const other of ['documents/job/ab.gz', 'bundles/job/x', 'bundles/job/x#1', 'bundles/job/x#-1+2', ''])
      expect(memberPlace(other)).toBeUndefined();
  });
});

describe('stored blocks', () => {
  it('are gzip for any content', () => {
    for (const size of [0, 1, 65_534, 65_535, 65_536, 200_000]) {
      const content = noise(size);
      expect(new Uint8Array(gunzipSync(storedMember(content)))).toEqual(content);
    }
  });
});

describe('a page as a member', () => {
  it('is read back byte for byte, and names its record', async () => {
    const body = Buffer.from('<p>hello');
    const { bytes, entry } = await page(1, body);
    const name = documentName({ bundle, offset: 0, length: bytes.length });
    const stored = storedDocument(name, bytes);
    expect(stored).toMatchObject({ md5: md5Of(1), isGzip: false });
    expect(Buffer.from(bodyOf(stored)).toString()).toBe('<p>hello');
    expect(memberFault({ ...entry, offset: 0, length: bytes.length }, bytes)).toBeUndefined();
  });

  it('has the gzip of the server in it as it came', async () => {
    const body = Buffer.from('<p>hello '.repeat(100));
    const sent = gzipSync(body, { level: 9 });
    const { bytes } = await page(1, body, sent);
    expect(Buffer.from(bytes).includes(sent)).toBe(true);
    const stored = storedDocument(documentName({ bundle, offset: 0, length: bytes.length }), bytes);
    expect(Buffer.from(bodyOf(stored)).equals(body)).toBe(true);
  });

  it('is refused when a bit of its page is another, and when it is not what its name says', async () => {
    const { bytes } = await page(1);
    const name = documentName({ bundle, offset: 0, length: bytes.length });
    const damaged = Uint8Array.from(bytes);
    damaged[bytes.length - 30] = (damaged[bytes.length - 30] as number) ^ 1;
    expect(() => storedDocument(name, damaged)).toThrow();
    expect(() => storedDocument(name, bytes.subarray(1))).toThrow();
    const longer = documentName({ bundle, offset: 0, length: bytes.length + 1 });
    expect(() => storedDocument(longer, bytes)).toThrow();
  });

  it('goes into another bundle as it is, or as a revisit of what that has', async () => {
    const member = await page(1);
    const name = documentName({ bundle, offset: 0, length: member.bytes.length });
    expect(copiedMember(name, member.bytes)).toEqual(member);
    const { entry, bytes } = asRevisit(member, { url: 'https://first.example/', at: 5 });
    expect(entry).toEqual({ ...member.entry, type: 'revisit' });
    const { fields, block } = decodeRecord(readMember(bytes, 0, 10_000).content);
    expect(fields).toMatchObject({
      'WARC-Type': 'revisit',
      'WARC-Refers-To-Target-URI': 'https://first.example/',
      'WARC-Payload-Digest': member.entry.digest,
    });
    expect(Buffer.from(block).toString()).toMatch(/^HTTP\/1\.1 200 \r\n.*\r\n\r\n$/s);
    expect(memberFault({ ...entry, offset: 0, length: bytes.length }, bytes)).toBeUndefined();
  });
});

describe('an erased member', () => {
  it('is a gzip member of the same length, whatever the length, with an empty record', () => {
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 70_000 }), (length) => {
        const member = erasedMember('place', length);
        expect(member).toHaveLength(length);
        const read = readMember(Buffer.concat([member, encodeMember(Buffer.from('next'))]), 0, 10_000);
        expect(read.length).toBe(length);
        expect(decodeRecord(read.content).block).toHaveLength(0);
      }),
    );
    expect(() => erasedMember('place', 100)).toThrow('no page');
  });

  it('takes the place of a page of any size', async () => {
    const members = await Promise.all([page(1, new Uint8Array()), page(2), page(3, noise(100_000))]);
    for (const { bytes } of members) expect(erasedMember('x', bytes.length)).toHaveLength(bytes.length);
  });
});

describe('a bundle with erased pages', () => {
  it('has nothing of them, and the others where they were', async () => {
    const members = await Promise.all([1, 2, 3].map((at) => page(at, Buffer.from(`body-of-${at}`))));
    const { bytes, entries } = wholeBundle(about, members);
    const [first, second, third] = entries as Required<typeof entries>;
    const target = { bundle, offset: second?.offset ?? 0, length: second?.length ?? 0, md5: md5Of(2) };
    const left = eraseInBundle(bytes, { key: bundle, at: 2 }, [target]);
    const kept = decodeIndex(left.subarray(indexOffset(left.subarray(-footerLength))));
    expect(kept).toEqual([first, third]);
    expect(scanBundle((at, length) => left.subarray(at, at + length), left.length).entries).toEqual(kept);
    const text = gunzipSync(left).toString();
    expect(text).toContain('body-of-1');
    expect(text).not.toContain('body-of-2');
    expect(text).not.toContain('h2.example');
    expect(eraseInBundle(left, { key: bundle, at: 2 }, [target])).toEqual(left);
    expect(() => eraseInBundle(bytes, { key: bundle, at: 2 }, [{ ...target, md5: md5Of(9) }])).toThrow(
      'no raw document',
    );
  });

  it('loses a damaged page that its index says is to go', async () => {
    const { bytes, entries } = wholeBundle(about, [await page(1, Buffer.from('body-of-1'))]);
    const [only] = entries as [NonNullable<(typeof entries)[0]>];
    const damaged = Uint8Array.from(bytes);
    damaged[only.offset + 20] = (damaged[only.offset + 20] as number) ^ 255;
    const left = eraseInBundle(damaged, { key: bundle, at: 2 }, [{ bundle, ...only }]);
    expect(isMemberOf(left.subarray(only.offset, only.offset + only.length), md5Of(1))).toBe('erased');
  });
});

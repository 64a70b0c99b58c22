import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginBundle } from '../../lib/archive/warc/bundle.ts';
import { decodeIndex, footerLength, indexOffset } from '../../lib/archive/warc/bundle-index.ts';
import { cdxjLines, surt } from '../../lib/archive/warc/cdxj.ts';
import { asRevisit } from '../../lib/archive/warc/copied-member.ts';
import { encodeMember, encodeParts, readMember, storedMember } from '../../lib/archive/warc/member.ts';
import { memberFault } from '../../lib/archive/warc/member-fault.ts';
import { encodePage } from '../../lib/archive/warc/page-member.ts';
import { base32, hasDigest, warcDigest } from '../../lib/archive/warc/warc-digest.ts';
import { decodeRecord, encodeRecord, payloadOf } from '../../lib/archive/warc/warc-record.ts';
import { fetchedDocument } from '../support/put-document.ts';

const at = Date.parse('2026-11-23T10:00:00.123Z');

describe('digests', () => {
  it.each([
    ['', ''],
    ['f', 'MY======'],
    ['fo', 'MZXQ===='],
    ['foo', 'MZXW6==='],
    ['foob', 'MZXW6YQ='],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI======'],
  ])('base32 of %j is %j, as RFC 4648 has it', (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded);
  });

  it('are named as readers name them, and found wrong for other bytes', () => {
    expect(warcDigest(new Uint8Array())).toBe('sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ');
    for (const algorithm of ['sha1', 'sha256'] as const) {
      const digest = warcDigest(Buffer.from('a'), algorithm);
      expect(hasDigest(Buffer.from('a'), digest.toLowerCase())).toBe(true);
      expect(hasDigest(Buffer.from('a'), digest.replaceAll('=', ''))).toBe(true);
      expect(hasDigest(Buffer.from('b'), digest)).toBe(false);
    }
    expect(hasDigest(Buffer.from('a'), 'md5:0cc175b9')).toBeUndefined();
  });
});

describe('a gzip member', () => {
  it('is read back from its offset, whatever comes before and after it', () => {
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.uint8Array(),
        fc.uint8Array(),
        fc.boolean(),
        (before, content, after, isStored) => {
          const member = isStored ? storedMember(content) : encodeMember(content);
          const file = Buffer.concat([before, member, after]);
          const read = readMember(file, before.length, 1_000);
          expect(Buffer.from(read.content)).toEqual(Buffer.from(content));
          expect(read.length).toBe(member.length);
        },
      ),
    );
  });

  it('is refused when it is cut off anywhere, and never gives other bytes when one of its bits is another', () => {
    const member = encodeMember(Buffer.from('a page that says something'));
    for (let length = 0; length < member.length; length++)
      expect(() => readMember(member.subarray(0, length), 0, 1_000)).toThrow();
    for (let index = headerBytes; index < member.length; index++) {
      const damaged = Uint8Array.from(member);
      damaged[index] = (damaged[index] as number) ^ 4;
      expect(['refused', 'a page that says something'], `byte ${index}`).toContain(textOrRefused(damaged));
    }
  });

  it('is read with every field that a gzip header may have', () => {
    const plain = encodeMember(Buffer.from('content'));
    const fields = Buffer.from('\u0003\u0000abcname\0comment\0\u0001\u0002', 'latin1');
    const member = Buffer.concat([plain.subarray(0, headerBytes), fields, plain.subarray(headerBytes)]);
    member[3] = 2 | 4 | 8 | 16;
    expect(readMember(member, 0, 1_000)).toEqual({ content: Buffer.from('content'), length: member.length });
  });

  it('is not decoded beyond the bound', () => {
    expect(() => readMember(encodeMember(new Uint8Array(10_000)), 0, 9_999)).toThrow();
  });

  it('has the bytes of its content in it when it is stored', () => {
    const content = Buffer.from('as they came');
    expect(Buffer.from(storedMember(content)).includes(content)).toBe(true);
  });
});

const headerBytes = 10;

/** The last byte of deflate data has bits that mean nothing, so a member with another one is as good. */
function textOrRefused(member: Uint8Array): string {
  try {
    return Buffer.from(readMember(member, 0, 1_000).content).toString();
  } catch {
    return 'refused';
  }
}

describe('a record', () => {
  it('is decoded as it was encoded, whatever is in its block', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (block) => {
        const { fields, block: read } = decodeRecord(
          encodeRecord({ fields: { 'WARC-Type': 'response' }, block }),
        );
        expect(fields).toEqual({ 'WARC-Type': 'response', 'WARC-Block-Digest': warcDigest(block) });
        expect(Buffer.from(read)).toEqual(Buffer.from(block));
      }),
    );
  });
});

describe('a bundle', async () => {
  const chunks: Uint8Array[] = [];
  const bundle = beginBundle({ name: 'x.warc.gz', job: 'x', at }, (bytes) => chunks.push(bytes));
  const bodies = ['one', 'two', 'one'].map((text) => Buffer.from(text));
  for (const [index, body] of bodies.entries()) {
    const page = fetchedDocument(
      { md5: '0cc175b9c0f1b6a831c399e269772661', body },
      `http://www.b.example:8080/${index}`,
    );
    const member = await encodePage(page, encodeParts);
    bundle.add(index === 2 ? asRevisit(member, { url: 'http://www.b.example:8080/0', at }) : member);
  }
  bundle.end();
  const file = Buffer.concat(chunks);
  const entries = decodeIndex(file.subarray(indexOffset(file.subarray(-footerLength))));

  it('tells in its index where each page is, and each page is there', () => {
    expect(entries.map(({ type, host }) => [type, host])).toEqual([
      ['response', 'www.b.example:8080'],
      ['response', 'www.b.example:8080'],
      ['revisit', 'www.b.example:8080'],
    ]);
    for (const [index, entry] of entries.entries()) {
      const record = decodeRecord(readMember(file, entry.offset, 10_000).content);
      expect(record.fields['WARC-Target-URI']).toBe(entry.url);
      expect(Buffer.from(payloadOf(record))).toEqual(index === 2 ? Buffer.alloc(0) : bodies[index]);
      expect(memberFault(entry, file.subarray(entry.offset, entry.offset + entry.length))).toBeUndefined();
    }
  });

  it('has a fault when a page of it is damaged, missing, another, or not as long as the index says', () => {
    const [first, second] = entries as [(typeof entries)[0], (typeof entries)[0]];
    const bytesOf = ({ offset, length }: typeof first) => file.subarray(offset, offset + length);
    expect(memberFault(first, bytesOf(second))).toContain('not what the index says');
    expect(memberFault(first, bytesOf(first).subarray(0, -1))).toContain('cut off');
    expect(memberFault(first, new Uint8Array())).toContain('no member begins');
    const { content } = readMember(file, first.offset, 10_000);
    const forged = Buffer.from(
      Buffer.from(content).toString('latin1').replace('\r\n\r\none', '\r\n\r\ntwo'),
      'latin1',
    );
    expect(memberFault(first, encodeMember(forged))).toBe(
      'WARC-Block-Digest and WARC-Payload-Digest: the bytes have another digest',
    );
  });

  it('has no index where it is cut off', () => {
    expect(() => indexOffset(file.subarray(0, -1).subarray(-footerLength))).toThrow(
      'does not end with an index',
    );
    expect(() => indexOffset(new Uint8Array())).toThrow('does not end with an index');
  });

  it('gives the same bytes when the same pages are written again', () => {
    const again: Uint8Array[] = [];
    const other = beginBundle({ name: 'x.warc.gz', job: 'x', at }, (bytes) => again.push(bytes));
    other.end();
    expect(Buffer.from(again[0] as Uint8Array)).toEqual(Buffer.from(chunks[0] as Uint8Array));
  });

  it('gives sorted CDXJ lines', () => {
    expect(cdxjLines([['x.warc.gz', entries]])).toEqual(
      entries.map(({ url, digest, offset, length, type }) => {
        const mime = type === 'revisit' ? 'warc/revisit' : 'text/html';
        const fields = {
          url,
          mime,
          status: '200',
          digest,
          length: `${length}`,
          offset: `${offset}`,
          filename: 'x.warc.gz',
        };
        return `example,b:8080)/${url.at(-1)} 20261121000000 ${JSON.stringify(fields)}`;
      }),
    );
  });
});

it.each([
  ['http://www.example.com/', 'com,example)/'],
  ['https://www2.Example.com:443/Path/', 'com,example)/path'],
  ['http://example.com:8080/a?b=2&a=1', 'com,example:8080)/a?a=1&b=2'],
  ['http://a.b.example.co.uk/x.html', 'uk,co,example,b,a)/x.html'],
  ['http://192.0.2.7:81/x', '7,2,0,192:81)/x'],
  ['http://[2001:db8::1]/', '2001:db8::1)/'],
  ['http://example.com/%7Ea%2Fb/P%20Q.PNG', 'com,example)/~a/b/p%20q.png'],
  ['http://example.com/a//b/%2e%2e/c/', 'com,example)/a/c'],
  ['http://example.com/?b-c=2&b=3&q=%26%2523', 'com,example)/?%23&b=3&b-c=2&q='],
  [`http://example.com/?PHPSESSID=${'0a'.repeat(16)}&a=1`, 'com,example)/?a=1'],
  ['http://example.com/?', 'com,example)/'],
])('the sort key of %s is %s', (url, key) => {
  expect(surt(url)).toBe(key);
});

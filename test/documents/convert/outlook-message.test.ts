import { describe, expect, it } from 'vitest';
import { readCompressedRtf } from '../../../lib/documents/convert/mail/compressed-rtf.ts';
import { compoundFile } from '../../support/documents/containers.ts';
import { bodyHtml, htmlOf } from '../../support/documents/converting.ts';

const outlook = 'application/vnd.ms-outlook';

const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');

/** Properties of fixed length behind a head. */
function fixed(head: number, ...all: readonly (readonly [property: number, value: bigint])[]): Buffer {
  const bytes = Buffer.alloc(head + all.length * 16);
  for (const [at, [property, value]] of all.entries()) {
    bytes.writeUInt32LE(property, head + at * 16);
    bytes.writeBigUInt64LE(value, head + at * 16 + 8);
  }
  return bytes;
}

/** The body of a message in rich text. @param kind `LZFu` or `MELA` */
function rtfBody(kind: string, content: Buffer): Buffer {
  const head = Buffer.alloc(16);
  head.write(kind, 8, 'latin1');
  return Buffer.concat([head, content]);
}

describe('a message of Outlook', () => {
  it('has its sender, those whom it is for by their kind, its date and its text', async () => {
    const sent = (BigInt(Date.UTC(2020, 0, 2)) + 11_644_473_600_000n) * 10_000n;
    const body = compoundFile({
      '__properties_version1.0': fixed(32, [0x0039_0040, sent]),
      '__substg1.0_0037001F': wide('News'),
      '__substg1.0_0C1A001F': wide('Ann\0'),
      '__substg1.0_0C1F001F': wide('/O=X/CN=ANN'),
      '__substg1.0_5D01001F': wide('ann@a.example'),
      '__substg1.0_1000001F': wide('Read this.'),
      '__recip_version1.0_#0': {
        '__properties_version1.0': fixed(8, [0x0c15_0003, 1n]),
        '__substg1.0_3001001F': wide('Bo'),
        '__substg1.0_39FE001F': wide('bo@b.example'),
      },
      '__recip_version1.0_#1': {
        '__properties_version1.0': fixed(8, [0x0c15_0003, 3n]),
        '__substg1.0_3001001F': wide('Hidden'),
      },
    });
    expect(await bodyHtml(body, outlook)).toBe(
      '<h1>News</h1><p>From: Ann ann@a.example</p><p>To: Bo bo@b.example</p>' +
        '<p>Date: 2020-01-02T00:00:00.000Z</p><p>Read this.</p>',
    );
    expect(await htmlOf(body, outlook)).toContain('<meta name="date" content="2020-01-02T00:00:00.000Z">');
  });

  it('has the messages that are attached to it, in it', async () => {
    const body = compoundFile({
      '__properties_version1.0': fixed(32),
      '__substg1.0_0037001F': wide('Outer'),
      '__attach_version1.0_#0': {
        '__substg1.0_3707001F': wide('inner.msg'),
        '__substg1.0_3701000D': {
          '__substg1.0_0037001F': wide('Inner'),
          '__substg1.0_1000001F': wide('What it says.'),
        },
      },
    });
    expect(await bodyHtml(body, outlook)).toBe(
      '<h1>Outer</h1><p>inner.msg</p><h2>Inner</h2><p>What it says.</p>',
    );
  });

  it('has the richest of its texts, with its links', async () => {
    const body = compoundFile({
      '__properties_version1.0': fixed(32),
      '__substg1.0_1000001F': wide('See here.'),
      '__substg1.0_10130102': '<html><body><p>See <a href="http://a.example/">here</a>.</p></body></html>',
    });
    expect(await bodyHtml(body, outlook)).toBe('<p>See <a href="http://a.example/">here</a>.</p>');
  });

  it('has its text in rich text, where it has no other', async () => {
    const rtf = Buffer.from('{\\rtf1\\ansi {\\b Rich} text\\par}');
    const body = compoundFile({
      '__properties_version1.0': fixed(32),
      '__substg1.0_10090102': rtfBody('MELA', rtf),
    });
    expect(await bodyHtml(body, outlook)).toBe('<p>Rich text</p>');
  });
});

describe('compressed rich text', () => {
  it('is written out, with what its dictionary says before it and what it said itself', () => {
    // The example of MS-OXRTFCP §3.1.
    const packed = Buffer.from(
      '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af862206665f0',
      'hex',
    );
    const rest = Buffer.from('686c6c6f20776f6c640580', 'hex');
    expect(readCompressedRtf(Buffer.concat([packed, rest]))?.toString('latin1')).toContain(
      '{\\rtf1\\ansi\\ansicpg125',
    );
  });

  it('is no longer than nine times what it was packed in, whatever it refers to', () => {
    const packed = rtfBody('LZFu', Buffer.alloc(90_000, Buffer.from([0xff, ...Buffer.alloc(16, 0x1f)])));
    packed.writeUInt32LE(0xffff_ffff, 4);
    expect(readCompressedRtf(packed)?.length).toBeLessThanOrEqual(9 * packed.length);
    expect(readCompressedRtf(Buffer.alloc(20))).toBeUndefined();
  });
});

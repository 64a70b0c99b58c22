import { describe, expect, it } from 'vitest';
import { lineText } from '../../lib/base/line.ts';
import { decodeLinkLines, encodeLinkLine, type LinkLine } from '../../lib/base/links/link-segment.ts';
import type { CanonicalUrl, HostName } from '../../lib/base/url/url.ts';
import { version } from '../../lib/base/version.ts';
import { decodeInboxMessage, encodeInboxMessage } from '../../lib/domain/inbox/inbox-item.ts';
import packageJson from '../../package.json' with { type: 'json' };

const url = 'http://a.example/' as CanonicalUrl;

describe('an inbox item', () => {
  it('comes back as it was written', () => {
    const message = { candidates: [{ url, depth: 3, rank: 3 }], dueBefore: 17, visit: url };
    expect(decodeInboxMessage(encodeInboxMessage(message))).toEqual(message);
    const redirected = { candidates: [{ url, depth: 3, rank: 5, hops: 2 }] };
    expect(decodeInboxMessage(encodeInboxMessage(redirected))).toEqual(redirected);
    const other = 'http://a.example/other' as CanonicalUrl;
    const linked = {
      candidates: [{ url, depth: 3, rank: 5 }],
      sites: [[other, 5] as const, [url, 1] as const],
    };
    expect(decodeInboxMessage(encodeInboxMessage(linked))).toEqual(linked);
  });

  it('is refused by name when it is torn, or newer than this version', () => {
    expect(() => decodeInboxMessage(Buffer.from('{"v":1,'))).toThrowError(/not JSON/);
    expect(() => decodeInboxMessage(Buffer.from('{"v":2,"c":[]}'))).toThrowError(/version 2/);
  });
});

describe('a link segment', () => {
  const line: LinkLine = {
    v: 1,
    url,
    host: 'a.example' as HostName,
    turn: 1,
    depth: 0,
    at: 5,
    outcome: 'stored',
    ownAdmitted: true,
    links: [{ url, anchor: 'A\nB', rel: ['next'], element: 'a', place: 'nav' }],
  };

  const { links, ...said } = line;
  const written = lineText(encodeLinkLine(said, JSON.stringify(links)));

  it('comes back as it was written, a line a page', () => {
    expect([...decodeLinkLines(`${written}\n${written}\n`)]).toEqual([line, line]);
  });

  it('keeps the tunnel depth under the name that it has always been stored under', () => {
    const far = lineText(encodeLinkLine({ ...said, relevance: 0.2, tunnelDepth: 3 }, '[]'));
    expect(JSON.parse(far)).toMatchObject({ relevance: 0.2, strayed: 3 });
    expect(JSON.parse(far)).not.toHaveProperty('tunnelDepth');
    expect([...decodeLinkLines(far)]).toEqual([{ ...line, relevance: 0.2, tunnelDepth: 3, links: [] }]);
  });

  it('says which line is torn', () => {
    expect(() => [...decodeLinkLines(`${written}\n{"v":`)]).toThrowError(/line 2/);
  });
});

describe('the version', () => {
  it('that requests carry is that of the package', () => {
    expect(version).toBe(packageJson.version);
  });
});

import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import {
  admit,
  openBody,
  prepare,
  seal,
  settle,
  take,
  visitedCount,
} from '../../../lib/domain/frontier/body.ts';
import { SegmentStore } from './segment-store.ts';

/** Of the 400 KB that DynamoDB has for an item, what a turn's outbox leaves (`pipeline/turn/outbox-room.ts`). */
const most = 131_072;
const noise = (length: number): string => randomBytes(length).toString('base64url').slice(0, length);

it.each([16, 48, 110, 400])(
  'a head stays small whose host has %i URLs as long as may be and headers like them',
  async (urls) => {
    const host = 'a.example' as never;
    const segments = new SegmentStore();
    const options = { fingerprintKey: 'a key', host } as const;
    let body = openBody(undefined, options);
    const all = Array.from({ length: urls }, () => `https://a.example/${noise(1_970)}` as CanonicalUrl);
    let visited = 0;
    for (let turn = 1; visited < urls && turn < 200; turn += 1) {
      if (turn === 1) admit(body, all.map((url, rank) => ({ url, depth: 1, rank, hops: 0 })) as never);
      await prepare(body, segments.read, { now: turn, wanted: 40 });
      for (let i = 0; i < 40; i += 1) {
        const work = take(body, turn);
        if (work === undefined) break;
        visited += 1;
        const times = { at: turn, firstSeen: turn, changedAt: turn, next: 1e12 + i };
        settle(body, {
          ...times,
          ...{ url: work.url, outcome: 'stored', tries: 0, depth: 1 },
          ...{ etag: noise(512), lastModified: noise(512), detail: noise(2_000), document: noise(100) },
        });
      }
      const sealed = await seal(body, {
        turn,
        outbox: () => null,
        segmentPrefix: `${turn}-x`,
        read: segments.read,
      });
      segments.put(sealed);
      expect(sealed.bytes.length).toBeLessThan(most + 65_536);
      body = openBody(sealed.bytes, options);
    }
    expect(visited).toBe(urls);
    expect(visitedCount(body)).toBe(urls);
  },
);

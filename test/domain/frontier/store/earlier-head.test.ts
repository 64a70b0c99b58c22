import { expect, test } from 'vitest';
import { type HostBody, hostCounters, openBody, seal, take } from '../../../../lib/domain/frontier/body.ts';
import { hostFailures } from '../../../../lib/domain/politeness/host-failures.ts';
import { hostChanges } from '../../../../lib/domain/revisit/host-changes.ts';
import { linkingSites } from '../../../../lib/domain/revisit/linked-by.ts';
import { fingerprint } from '../../../../lib/domain/url/fingerprint.ts';
import { SegmentStore, urlOf } from '../segment-store.ts';

/** A body of version 2, as the code of that time sealed it. */
const version2 =
  'AgAAARhK82bgAAABACi1L/1gTwC1BwAGkjYhUIc4ByV8JVuElxuIvTUUthktAq9clB5O6O9q8DFmZmoNLAAtAC0Az6TvhY3lGUH63oVjYHSH9K1Y0MGnoYAofYLXYvlZ0DcC4RLMWp4HfeMIDwUGPYzM87CdAO9Ab7Pe9Y3lkB5uw2IAL8M9o2TQd2OxJ8CBNG05DFvI7r3YLQZv2sPavuecp/KG3bGKt1gHezzn9BM9WyYyx7A9ibUM+4kwHub1jCKlZ4p1ngGRovKQPP2M+qmoTIne4KmkRF/wVJBUiZ49lZQSkikllej5+YXQCBbh+nhIAwgAB0u0qHlPsw4p2EklYlq4wLCU0MmHeQZvVmA2ma5rnzTw03zBSpRzPaDZ+AAAABMotS/9IApRAAB7Im5leHQiOjV9';

const open = (bytes: Uint8Array) =>
  openBody(bytes, { host: 'www.example.org' as never, fingerprintKey: 'a key' });

function expectAll(body: HostBody): void {
  expect(hostFailures(body)).toBe(3);
  expect(hostChanges(body)).toEqual({ changes: 2.5, days: 40 });
  const sites = ['a', 'b', 'c'].map((path) => linkingSites(body, fingerprint('a key', urlOf(path))));
  expect(sites).toEqual([3, 1, 0]);
  expect(body.totals).toMatchObject({ overBudget: { by: 'pagesPerHost', cut: 4, held: 1 } });
  expect(body).toMatchObject({ hostHops: 2, dueBefore: 1234, introduced: new Set(['shop.example.org']) });
  expect(hostCounters(body).pending).toBe(2);
}

test('nothing is lost of a body that was stored before parts had states', async () => {
  const body = open(Buffer.from(version2, 'base64'));
  expect(body).toMatchObject({ turn: 7, outbox: { next: 5 } });
  expectAll(body);
  const { read } = new SegmentStore();
  const options = { turn: 8, outbox: () => null, segmentPrefix: '8', read };
  const { bytes } = await seal(open(Buffer.from(version2, 'base64')), options);
  expect([version2.slice(0, 4), bytes[0]]).toEqual(['AgAA', 4]);
  expectAll(open(bytes));
  expect(take(open(bytes), 0)).toMatchObject({ url: urlOf('a'), rank: 1 });
});

import { expect, test } from 'vitest';
import { fingerprint } from '../../../../lib/base/url/fingerprint.ts';
import {
  type HostBody,
  hostCounters,
  openBody,
  seal,
  setOrder,
  take,
} from '../../../../lib/domain/frontier/body.ts';
import { hostFailures } from '../../../../lib/domain/politeness/host-failures.ts';
import { hostChanges } from '../../../../lib/domain/revisit/host-changes.ts';
import { linkingSites } from '../../../../lib/domain/revisit/linked-by.ts';
import { yieldsOf } from '../../../../lib/domain/yield/host-state.ts';
import { yieldOrder } from '../../../../lib/domain/yield/order.ts';
import { defaultYieldSettings } from '../../../../lib/domain/yield/yield-settings.ts';
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
  expect(body).toMatchObject({ hostHops: 2, dueBefore: 1234 });
  expect(hostCounters(body).pending).toBe(2);
}

test('nothing is lost of a body that was stored before parts had states', async () => {
  const body = open(Buffer.from(version2, 'base64'));
  expect(body).toMatchObject({ turn: 7, outbox: { next: 5 } });
  expectAll(body);
  const { read } = new SegmentStore();
  const options = { turn: 8, outbox: () => null, segmentPrefix: '8', read };
  const { bytes } = await seal(open(Buffer.from(version2, 'base64')), options);
  expect([version2.slice(0, 4), bytes[0]]).toEqual(['AgAA', 5]);
  expectAll(open(bytes));
  expect(take(open(bytes), 0)).toMatchObject({ url: urlOf('a'), rank: 1 });
});

/** A body of version 4 with the accounts of the watch for traps: five held URLs, and one that the watch had made up. */
const version4 =
  'BAAAAdQCMpxlAAABwCi1L/1gZQK1DQAG2kkiQGurA8A4DFvSmH0w9hNIzGLhqqI4NEOfENGr0OmdYRgGBEMAPgA/AI4fyotFSSytYbD2IvRTHcp7zH+eh3Kixcc0jQMXx09l2KLDgf88lGFrMAjRYfxQho5FJvrOOYsy47FGe36ivDwn+hEKf51zlqW8+Mz1+tRMfSaki0F8LMKoQMXhP9DfgqW84G8uZQV/dSkn/E0VWMrPN3PAXnPOg6JgIhKh4hArB+ubrssAAYjz6XqCB2zYi481/jbomOJedPTmvLi8lKNCgf6Trku5QUdH6JmJktQkpaZmwrUE/3EwGphri0ZECM+zSP/srie7lBl/9enJ+u76rqejdCO+Hi2nxWMGmmsarKENMDAwIIiCTYwJPgIdLQLxzJTri67rq8/1TY4CPCBgAjEkVw8XZPDV4e7LPLHiOYbkcitnYD5NLnrGVZ5pXtSYTeCrjOaCuC2zShwrak+rx+RDiu1hIJYpHjSI50ALANQGuCHetd6AQ6MbhdkYlo5ikPtmbeE+b8YWv33GzZ5lzpcxdX97B/Pqka98RNUCoFG0mUWEIDdkLPOBkzbOLOHGqHjnWsqtOAMAAQACAAMAAQACAAPgDdaQAAAADSi1L/0gBCEAAG51bGw=';

test('of the watch for traps only the ids of sources are kept: what it held may go, what it made up is dropped', async () => {
  const body = open(Buffer.from(version4, 'base64'));
  expect([body.pending.size, body.held.size, yieldsOf(body).nextId]).toEqual([0, 5, 5]);
  setOrder(body, yieldOrder(body, defaultYieldSettings));
  const { read } = new SegmentStore();
  const { bytes } = await seal(body, { turn: 5, outbox: () => null, segmentPrefix: '5', read });
  const next = open(bytes);
  expect([bytes[0], next.pending.size, next.held.size]).toEqual([5, 5, 0]);
  expect(Object.keys(Object.fromEntries(next.parts.stored))).not.toContain('traps');
});

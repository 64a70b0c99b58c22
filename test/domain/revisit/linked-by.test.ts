import { describe, expect, test } from 'vitest';
import { fingerprint } from '../../../lib/base/url/fingerprint.ts';
import { openBody, seal } from '../../../lib/domain/frontier/body.ts';
import { linkedBy, linkingSites } from '../../../lib/domain/revisit/linked-by.ts';
import { host, SegmentStore, urlOf } from '../frontier/segment-store.ts';

const fingerprintKey = 'a key';
const open = (bytes?: Uint8Array) => openBody(bytes, { host, fingerprintKey });
const link = (body: ReturnType<typeof open>, path: string, bits: number) =>
  linkedBy(body, urlOf(path), bits, 3);
const linking = (body: ReturnType<typeof open>, path: string) =>
  linkingSites(body, fingerprint(fingerprintKey, urlOf(path)));

describe('the sites that link to pages of a host', () => {
  test('are added up, told twice is told once, and they come back with the body', async () => {
    const body = open();
    for (const bits of [0b1, 0b110, 0b10]) link(body, '/a', bits);
    const { read } = new SegmentStore();
    const { bytes } = await seal(body, { turn: 1, outbox: () => null, segmentPrefix: '1', read });
    const again = open(bytes);
    expect(linking(again, '/a')).toBe(3);
    expect(linking(again, '/b')).toBe(0);
  });

  test('are remembered of those pages that most link to', () => {
    const body = open();
    link(body, '/a', 0b111);
    for (const path of ['/b', '/c', '/d', '/e']) link(body, path, 0b1);
    link(body, '/d', 0b10);
    link(body, '/f', 0b1);
    expect(['/a', '/b', '/c', '/d', '/e', '/f'].map((path) => linking(body, path))).toEqual([
      3, 0, 0, 2, 0, 1,
    ]);
  });
});

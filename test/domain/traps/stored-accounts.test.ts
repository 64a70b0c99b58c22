import { expect, test } from 'vitest';
import { openBody } from '../../../lib/domain/frontier/body.ts';
import type { HostName } from '../../../lib/domain/url/url.ts';
import { webNamed } from '../../support/trap-web/webs.ts';
import { simulateCrawl } from './simulated-crawl.ts';

test('what is known of traps comes back as it was stored', async () => {
  for (const name of ['standard', 'sessions/folder-response', '5']) {
    const { bodies, sealed } = await simulateCrawl(webNamed(name));
    for (const [host, body] of bodies) {
      const read = openBody(sealed.get(host), { host: host as HostName, fingerprintKey: 'key' });
      expect({ ...read.traps, epoch: 0 }, host).toEqual({ ...body.traps, epoch: 0 });
      expect([...read.held.keys()].sort()).toEqual([...body.held.keys()].sort());
    }
  }
});

test('a host of a few pages knows little of traps', async () => {
  const { bytes } = await simulateCrawl(webNamed('standard'), { maxFetches: 10 });
  expect(bytes[0]).toBeLessThan(2_500);
});

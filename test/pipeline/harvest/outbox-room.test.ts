import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { defaultYieldSettings } from '../../../lib/domain/yield/yield-settings.ts';
import { key, page, smallCrawl } from '../small-crawl.ts';

const noise = (length: number): string => randomBytes(length).toString('base64url').slice(0, length);

it('ends a turn before the body of its host passes 400 KB, whatever headers the host sends', async () => {
  const names = ['etag', 'last-modified', 'expires', 'date', 'server', 'content-signal', 'content-usage'];
  const hostile = () => ({
    ...Object.fromEntries(names.map((name) => [name, noise(512)])),
    'x-robots-tag': noise(4_096),
    link: `<http://b.example/${noise(3_000)}>; rel="next"; title="${noise(900)}"`,
  });
  const urls = Array.from({ length: 60 }, (_, at) => `http://a.example/${noise(150)}${at}`);
  const web = Object.fromEntries(urls.map((url) => [url, { ...page(noise(40)), headers: hostile() }]));
  const sizes: number[] = [];
  const crawl = await smallCrawl(web, {
    seeds: urls,
    settings: {
      turn: { maxPages: 1_000, maxMs: 60_000, maxWaitMs: 60_000 },
      documents: { keep: true, compression: 'gzip' },
      yield: { ...defaultYieldSettings, hold: false },
    },
    through: (ports) => ({
      ...ports,
      hosts: new Proxy(ports.hosts, {
        get(target, name) {
          const member = Reflect.get(target, name);
          if (name !== 'putBody') return typeof member === 'function' ? member.bind(target) : member;
          const putBody: typeof target.putBody = (of, was, next) => {
            sizes.push(next.bytes.length);
            return target.putBody(of, was, next);
          };
          return putBody;
        },
      }),
    }),
  });
  try {
    await crawl.run(10_000_000);
    expect(Math.max(...sizes)).toBeLessThan(400 * 1024);
    for (const url of urls) expect(await crawl.outcome(url)).toBe('stored');
    expect(await crawl.ports.hosts.control(key('a.example'))).toMatchObject({ attempts: 0 });
  } finally {
    crawl.close();
  }
});

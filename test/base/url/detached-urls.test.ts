import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { identityOf } from '../../../lib/base/url/identity.ts';
import { linkResolver } from '../../../lib/base/url/resolve-link.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { defaultUrlSettings } from '../../../lib/base/url/url-settings.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const pageBytes = 1_000_000;
const pages = 50;

it.each([
  ['a path', '/section/some-page-of-the-site.html'],
  ['a URL', 'http://host.example/section/some-page.html'],
  ['a URL with a port', 'http://host.example:8080/section/some-page.html'],
  ['a URL with a query', 'https://host.example/section/some-page.html?a=1&b=2'],
])('a link that is kept keeps nothing else of its page alive: %s', (_, href) => {
  const resolve = linkResolver(
    'http://host.example/' as CanonicalUrl,
    'utf-8',
    identityOf({ url: defaultUrlSettings }),
  );
  collect();
  const before = process.memoryUsage().heapUsed;
  const kept = Array.from({ length: pages }, (_, number) => {
    const page = Buffer.from(`${number} ${href} `.padEnd(pageBytes, 'text ')).toString('latin1');
    const start = page.indexOf(' ') + 1;
    return resolve(page.slice(start, start + href.length));
  });
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10 * pageBytes);
  expect(kept.filter((url) => url !== undefined)).toHaveLength(pages);
});

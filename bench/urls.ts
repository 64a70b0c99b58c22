/** Canonical URLs a second on one core: `node bench/urls.ts [URLs]`. Best of five rounds. */

import { canonicalise } from '../lib/base/url/canonicalise.ts';
import { compileIdentity, type UrlIdentity } from '../lib/base/url/identity.ts';
import { registeredDomain } from '../lib/base/url/registered-domain.ts';
import { linkResolver } from '../lib/base/url/resolve-link.ts';
import { type CanonicalUrl, hostOf } from '../lib/base/url/url.ts';
import { defaultUrlSettings } from '../lib/base/url/url-settings.ts';

const count = Number(process.argv[2] ?? 200_000);
const base = 'https://www.example.org/section/page.html' as CanonicalUrl;

/** Links as pages have them: a third untouched by any step, two thirds touched by one or more. */
const forms: readonly ((n: number) => string)[] = [
  (n) => `http://host${n % 500}.example/section/page-${n}.html`,
  (n) => `/section/page-${n}.html?id=${n}`,
  (n) => `https://host${n % 500}.example/list?page=${n}&sort=name&sort=name`,
  (n) => `../other/page-${n}.html#part`,
  (n) => `http://WWW.host${n % 500}.example:80/%7Euser/./a/../page-${n}`,
  (n) => `http://host${n % 500}.example/page;jsessionid=${n}A1B2C3D4E5F6?x=${n}`,
  (n) => `https://host${n % 500}.example/p?PHPSESSID=0123456789abcdef${n}&q=a%c3%a9+b`,
  (n) => `/search?q=w%C3%BCrzburg&utm_source=feed&utm_medium=${n}`,
  (n) => `https://b\u00fccher${n % 50}.example/straße/${n}`,
];
const urls = Array.from({ length: count }, (_, n) => forms[n % forms.length]?.(n) ?? '');
const everything: UrlIdentity = compileIdentity({
  ...defaultUrlSettings,
  repairHost: true,
  collapseSlashes: true,
  removeTracking: true,
  dropEmptyParameters: true,
  sortQuery: true,
  aliases: Object.fromEntries(
    Array.from({ length: 10_000 }, (_, n) => [`alias${n}.example`, `www${n}.example`]),
  ),
});
const byDefault = compileIdentity(defaultUrlSettings);
const resolve = linkResolver(base, 'utf-8', byDefault);
const hosts = urls.flatMap((url) => {
  const parsed = canonicalise(url, base);
  return parsed.ok ? [hostOf(parsed.url)] : [];
});

function measure(name: string, items: readonly string[], stage: (item: string) => unknown): void {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const start = process.cpuUsage();
    for (const item of items) stage(item);
    const used = process.cpuUsage(start);
    best = Math.min(best, (used.user + used.system) / 1e6);
  }
  console.log(
    `${name.padEnd(56)} ${Math.round(items.length / best)
      .toLocaleString('en')
      .padStart(12)}`,
  );
}

console.log(`${count.toLocaleString('en')} links of ${forms.length} forms; per second of one core`);
measure('the URL parser alone', urls, (url) => URL.parse(url, base)?.href);
measure('canonical, default steps', urls, (url) => byDefault.canonicalise(url, base));
measure('canonical, every step and 10,000 server aliases', urls, (url) => everything.canonicalise(url, base));
measure('canonical, as links of a page', urls, resolve);
measure('registered domain of a host', hosts, registeredDomain);

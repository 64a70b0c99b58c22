import { afterEach, expect, test } from 'vitest';
import { testSettings } from '../../support/settings.ts';
import { page, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';

const home = 'https://a.example/';
const settings = { documents: { ...testSettings('birds').documents, keep: 'all' as const } };
let crawl: SmallCrawl;
afterEach(() => crawl.close());

function showing(...addresses: readonly string[]): string {
  return addresses.map((address) => `<img src="${address}">`).join('');
}

const picture = { headers: { 'content-type': 'image/png' }, body: 'a picture' };
const asked = () => crawl.requests.map(({ url }) => url).filter((url) => !url.endsWith('/robots.txt'));

test('hosts of a domain that only show pictures wait for their tries in turn, and all pictures come', async () => {
  const pictures = [1, 2, 3, 4, 5, 6].flatMap((host) =>
    [1, 2, 3, 4, 5, 6].map((name) => `https://i${host}.cdn.example/${name}.png`),
  );
  const web: Web = Object.fromEntries(pictures.map((url) => [url, picture]));
  web[home] = { body: `${page('home').body}${showing(...pictures)}` };
  crawl = await smallCrawl(web, { seeds: [home], settings });
  await crawl.run(3_600_000);
  expect(asked().toSorted()).toEqual([home, ...pictures].toSorted());
  expect(await crawl.changes()).toHaveLength(1);
});

test('a style names fifty more at most, and what those name is left out', async () => {
  const style = (name: string) =>
    Array.from({ length: 80 }, (_, at) => `b { background: url(/${name}-${at}.css) }`);
  const css = (name: string) => ({ headers: { 'content-type': 'text/css' }, body: style(name).join('\n') });
  const web: Web = { [home]: { body: `${page('home').body}<link rel=stylesheet href=/s.css>` } };
  web[`${home}s.css`] = css('deep');
  for (let at = 0; at < 80; at++) web[`${home}deep-${at}.css`] = css('deeper');
  crawl = await smallCrawl(web, { seeds: [home], settings });
  await crawl.run();
  expect(asked()).toHaveLength(52);
  expect(asked().filter((url) => url.includes('deeper'))).toEqual([]);
});

test('a page that a page of another host shows as a picture is a page all the same', async () => {
  const other = 'https://b.example/other';
  const web: Web = {
    [home]: { body: `${page('home', other).body}${showing(other)}` },
    [other]: page('another page'),
  };
  crawl = await smallCrawl(web, { seeds: [home], settings });
  await crawl.run();
  expect(await crawl.outcome(other)).toBe('stored');
});

import { describe, expect, it } from 'vitest';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { openBody, seal } from '../../../lib/domain/frontier/body.ts';
import { honestKinds } from '../../support/honest-web/honest-kinds.ts';
import { ownWords } from '../../support/own-words.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import type { TrapWeb } from '../../support/trap-web/trap-web.ts';
import { openHost, readHtml } from './told-pages.ts';

const host = 'site.example' as HostName;
const url = (path: string) => `http://${host}${path}` as CanonicalUrl;
const unlike = ['/owls/a', '/b.html', '/news/2020/5', '/shop?item=7', '/people/c/d/e', '/f/g.php', '/h/'];

/** A soft 404 in a language of which nobody knows a phrase. */
const unknown = (path: string) =>
  `<title>Lintu</title><nav><a href="/">Koti</a></nav><p>Etsimääsi ei ole täällä ${path}, kokeile jotain muuta.</p><a href="/">Koti</a>`;

describe('the same few words under unlike URLs', () => {
  it('are a soft 404 from the fifth pattern on', () => {
    const { answer } = openHost(host);
    const told = unlike.map((path) => answer(url(path), unknown(path))?.kind);
    expect(told).toEqual([...Array(4).fill(undefined), ...Array(3).fill('not-found')]);
  });

  it('are none under URLs of one pattern', () => {
    const { answer } = openHost(host);
    expect(unlike.map((_, n) => answer(url(`/owls/${n}`), unknown(`/owls/${n}`)))).toEqual(
      Array(7).fill(undefined),
    );
  });

  it.each([
    ['a picture', '<img src="/a.jpg" alt="">'],
    ['a link', '<a href="/next">on</a>'],
    ['a form', '<form><input name="q"></form>'],
    ['a refresh', '<meta http-equiv="refresh" content="9;url=/a">'],
  ])('are none with %s', (_, more) => {
    const { answer } = openHost(host);
    expect(unlike.map((path) => answer(url(path), unknown(path) + more))).toEqual(Array(7).fill(undefined));
  });

  it('add to a title that says so alone, from the second URL on', () => {
    const { answer } = openHost(host);
    const told = unlike.map(
      (path) => answer(url(path), '<title>Not found</title><p>Dear visitor, go on.</p>')?.by,
    );
    expect(told.slice(0, 2)).toEqual([
      undefined,
      ['its title', 'little text', 'the same words under another URL'],
    ]);
  });

  it('are remembered from turn to turn, in little room however many answers there are', async () => {
    const first = openHost(host);
    for (const path of unlike) first.answer(url(path), unknown(path));
    const read = async (): Promise<never> => Promise.reject(new Error('nothing is spilled'));
    const sealed = async (): Promise<Uint8Array> =>
      (await seal(first.body(), { turn: 1, segmentPrefix: 's', read, outbox: () => ({}) })).bytes;
    const next = openHost(host);
    next.carryOn(openBody(await sealed(), { host, fingerprintKey: 'key' }));
    expect(next.answer(url('/x/y/z'), unknown('/x/y/z'))?.kind).toBe('not-found');
    for (let n = 0; n < 40; n++) first.answer(url(`/${n}`), `<p>${ownWords(`${n}`)}</p>`);
    const { length } = await sealed();
    for (let n = 40; n < 400; n++) first.answer(url(`/${n}`), `<p>${ownWords(`${n}`)}</p>`);
    expect((await sealed()).length).toBeLessThan(length + 50);
  });
});

describe('pages of honest sites', () => {
  const isFull = process.env.WINNOW_TEST_FULL === '1';
  const names = Object.keys(honestKinds);

  it.each(names)('that say little are all kept: %s', (kind) => {
    const web = (honestKinds[kind] as (seed: number) => TrapWeb)(1);
    const hosts = new Map<string, ReturnType<typeof openHost>>();
    const queue = [...web.seeds(80)];
    const met = new Set<string>(queue);
    const told: string[] = [];
    for (let at = queue.shift(); at !== undefined && met.size < (isFull ? 4_000 : 600); at = queue.shift()) {
      const { hostname, pathname, search } = new URL(at);
      const path = pathname + search;
      const page = web.pages({ name: hostname, path, port: 80, clientPort: 1, headers: {} });
      if (page === undefined || (page.status ?? 200) !== 200 || typeof page.body !== 'string') continue;
      const known = hosts.get(hostname) ?? openHost(hostname as HostName);
      hosts.set(hostname, known);
      const standIn = known.answer(at, page.body);
      if (standIn !== undefined) told.push(`${at}: ${standIn.kind} ${standIn.by.join(', ')}`);
      for (const to of readHtml(at, page.body)?.targets ?? [])
        if (!met.has(to)) {
          met.add(to);
          queue.push(to);
        }
    }
    expect(met.size).toBeGreaterThan(1);
    expect(told).toEqual([]);
  });

  it.each(Array.from({ length: isFull ? 200 : 20 }, (_, seed) => seed))(
    'of random templates are all kept: %i',
    (seed) => {
      const random = seededRandom(seed);
      const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
      const some = (part: string): string => (random() < 0.5 ? part : '');
      const frame = {
        nav: pick([
          '<nav><a href="/">Start</a> <a href="/a/">A</a></nav>',
          '<div><a href="/">Start</a> <a href="/a/">A</a></div>',
          '',
        ]),
        banner: some(
          '<div><h2>We value your privacy</h2><p>We and our partners use cookies for ads.</p><button>Accept all</button></div>',
        ),
        login: some(
          '<form><h3>Log in</h3><input name="user"><input type="password" name="p"><button>Log in</button></form>',
        ),
        footer: pick(['<footer>© 2021</footer>', '<div>© 2021, all rights reserved. Built by hand.</div>']),
        scripts: some('<script src="/a.js"></script><noscript>Please enable JavaScript.</noscript>'),
        titled: random() < 0.7,
      };
      const { answer } = openHost(host);
      const told: unknown[] = [];
      for (let n = 0; n < 60; n++) {
        const words = ownWords(`${seed} ${n}`).split(' ');
        const path = `/${pick(['a', 'b', 'c', 'd/e'])}/${pick([`${n}`, words[0] ?? '', `p${n}.html`])}${some(`?v=${n}`)}`;
        const heading = words.slice(0, 1 + Math.floor(random() * 3)).join(' ');
        const said = pick([
          `<p>${words.slice(0, Math.floor(random() * 12) + 2).join(' ')}</p>`,
          `<p>${Array.from({ length: 9 }, (_, i) => ownWords(`${seed} ${n} ${i}`)).join(' ')}</p>`,
          `<img src="/${n}.jpg" alt="">`,
          `<a href="/${n}/next">${words[1]}</a>`,
          `<iframe src="/${n}.svg"></iframe>`,
        ]);
        const title = frame.titled ? `${heading} – The site` : 'The site';
        const parts = [frame.banner, random() < 0.8 ? `<h1>${heading}</h1>${said}` : said, frame.login];
        const html = `<title>${title}</title>${frame.nav}${random() < 0.5 ? parts.join('') : parts.toReversed().join('')}${frame.footer}${frame.scripts}`;
        const standIn = answer(url(encodeURI(path)), html);
        if (standIn !== undefined) told.push([path, standIn, html]);
      }
      expect(told).toEqual([]);
    },
  );
});

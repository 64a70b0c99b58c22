import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangeLine } from '../../../../lib/domain/collection/record.ts';
import { order } from '../../../../lib/operations/order.ts';
import { startWeb, type TestWeb, type WebPage } from '../../../support/web/web-server.ts';
import type { Collection } from '../../support/collection.ts';
import { type DataDirectory, openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { crawlHere, withInstallation } from '../../support/process/in-process.ts';

let web: TestWeb;
let directory: string;
let data: DataDirectory;
let collection: Collection;
let records: ReadonlyMap<string, ChangeLine>;

const html = (title: string, headers: Readonly<Record<string, string>> = {}, head = ''): WebPage => ({
  headers: { 'content-type': 'text/html', ...headers },
  body: `<title>${title}</title>${head}<p>About ${title}.`,
});

const robots = [
  'User-agent: *',
  'Content-Signal: search=yes, ai-input=yes',
  'Content-Usage: /untrained/ train-ai=n',
  'DisallowAITraining: /learn/',
  'Content-Usage: /learn/ ai-use=n',
];

/** What owners say, path by path, and what follows for a job that is for search and for feeding models. */
const pages: Readonly<Record<string, WebPage>> = {
  '/plain': html('plain'),
  '/untrained/1': html('untrained'),
  '/learn/1': html('learn'),
  '/signal': html('signal', { 'content-signal': 'ai-input=no' }),
  '/usage': html('usage', { 'content-usage': 'ai-use=n' }),
  '/reserved': html('reserved', { 'tdm-reservation': '1', 'tdm-policy': 'https://example.org/policy' }),
  '/freed': html('freed', { 'tdm-reservation': '1' }, '<meta name="tdm-reservation" content="0">'),
  '/noai': html('noai', { 'x-robots-tag': 'otherbot: noindex, winnow: noai' }),
  '/noai-meta': html('noai meta', {}, '<meta name="robots" content="noai, noimageai">'),
  '/noarchive': html('noarchive', {}, '<meta name="robots" content="noarchive, nosnippet">'),
  '/over': html('over', { 'x-robots-tag': 'unavailable_after: Friday, 25 Jun 2010 15:00:00 PST' }),
  '/not-yet': html('not yet', { 'x-robots-tag': 'unavailable_after: 2100-01-01' }),
  '/for-us': html('for us', {}, '<meta name="winnow" content="noindex">'),
  '/for-others': html('for others', {}, '<meta name="otherbot" content="none">'),
};

beforeAll(async () => {
  web = await startWeb({
    pages: ({ name, path }) => {
      if (path === '/robots.txt') return { body: robots.join('\n') };
      if (path === '/' && name === 'a.localhost') {
        const links = Object.keys(pages).map((one) => `<a href="${one}">${one}</a>`);
        const spam =
          '<a rel="ugc nofollow" href="/spam">x</a> <a rel=ugc href="/both">x</a> <a href="/both">y</a>';
        const away = `<a rel="ugc" href="${web.url('b.localhost', '/spam')}">away</a>`;
        return html(`Home ${links.join(' ')} ${spam} ${away}`);
      }
      return pages[path] ?? html(path);
    },
  });
  directory = jobDirectory('owners', {
    seeds: [web.url('a.localhost')],
    purpose: ['search', 'ai-input'],
    links: { skipRel: ['ugc'] },
  });
  await crawlHere(directory);
  data = openData(join(directory, 'data'));
  collection = await data.collection('owners');
  records = (await data.published('owners')).records;
});

afterAll(async () => {
  data.close();
  await web.close();
});

const at = (path: string) => collection.get(web.url('a.localhost', path));
const recordOf = (path: string) =>
  [...records.values()].find(({ url }) => url === web.url('a.localhost', path));

describe('what owners ask for', () => {
  it.each([
    ['/learn/1', 'purpose: ai-input refused by Content-Usage: /learn/ ai-use=n (robots.txt line 5)'],
    ['/signal', 'purpose: ai-input refused by Content-Signal: ai-input=no (header)'],
    ['/usage', 'purpose: ai-input refused by Content-Usage: ai-use=n (header)'],
    ['/reserved', 'purpose: ai-input refused by tdm-reservation: 1 (header)'],
    ['/noai', 'purpose: ai-input refused by X-Robots-Tag: noai'],
    ['/noai-meta', 'purpose: ai-input refused by meta robots noai'],
    ['/over', 'noindex: X-Robots-Tag: unavailable_after 2010-06-25T23:00:00.000Z'],
    ['/for-us', 'noindex: meta robots noindex'],
  ])('denies %s', (path, detail) => {
    expect(at(path)).toMatchObject({ outcome: 'denied', detail });
    expect(recordOf(path)).toBeUndefined();
  });

  it('asks for nothing that robots.txt refuses to the job', () => {
    expect(web.log.some(({ path }) => path === '/learn/1')).toBe(false);
  });

  it.each(['/plain', '/untrained/1', '/freed', '/noarchive', '/not-yet', '/for-others'])(
    'lets %s be taken',
    (path) => {
      expect(at(path)?.outcome).toBe('stored');
    },
  );

  it('is recorded with the page', () => {
    const signal = 'Content-Signal: search=yes, ai-input=yes (robots.txt line 2)';
    expect(recordOf('/untrained/1')?.record?.response.usage).toEqual({
      search: { allowed: true, by: signal },
      'ai-input': { allowed: true, by: signal },
      'ai-train': { allowed: false, by: 'Content-Usage: /untrained/ train-ai=n (robots.txt line 3)' },
    });
    expect(recordOf('/freed')?.record?.response.usage?.['ai-train']).toEqual({
      allowed: true,
      by: 'tdm-reservation: 0 (meta)',
    });
    expect(recordOf('/not-yet')?.record?.response.directives).toEqual([
      'unavailable_after: 2100-01-01T00:00:00.000Z',
    ]);
    expect(recordOf('/plain')?.record?.response.directives).toBeUndefined();
  });

  it('keeps no raw document of what is not to be archived, and says so', () => {
    expect(recordOf('/noarchive')?.document).toBeUndefined();
    expect(recordOf('/noarchive')?.record?.response).toMatchObject({
      directives: ['noarchive', 'nosnippet'],
      usage: { archive: { allowed: false, by: 'meta robots noarchive' } },
    });
    expect(recordOf('/plain')?.document).toBeDefined();
  });

  it('is what why names', async () => {
    const lines = await withInstallation(directory, async (installation, job) => {
      const report = await order(
        'why',
        installation.place,
        { job, url: web.url('a.localhost', '/learn/1') },
        { by: 'a test', reason: '' },
      );
      return report.lines.map(({ step, verdict, detail }) => `${step} ${verdict} ${detail}`);
    });
    expect(lines.join('\n')).toContain('robots no ai-input refused by Content-Usage: /learn/ ai-use=n');
  });
});

describe('links that authors do not vouch for', () => {
  it('are not followed, unless another link leads there', () => {
    expect(at('/spam')).toBeUndefined();
    expect(collection.get(web.url('b.localhost', '/spam'))).toBeUndefined();
    expect(at('/both')?.outcome).toBe('stored');
  });

  it('are recorded', () => {
    const links = recordOf('/')?.record?.links.map(({ url }) => url);
    expect(links).toContain(web.url('a.localhost', '/spam'));
  });
});

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { order } from '../../../../lib/operations/order.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { type DataDirectory, openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { expectPolite } from '../../support/polite.ts';
import { crawlHere, withInstallation } from '../../support/process/in-process.ts';

const tdmrep = '/.well-known/tdmrep.json';
const gapMs = 100;
const links = ['/mine/1', '/mine/free/1', '/public/1', '/image.jpg.html'];

/** What hosts write their files in: UTF-16 of either byte order, with and without a mark. */
const utf16: Readonly<Record<string, (text: string) => Buffer>> = {
  'little.localhost': (text) => Buffer.from(text, 'utf16le'),
  'little-marked.localhost': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'big.localhost': (text) => Buffer.from(text, 'utf16le').swap16(),
  'big-marked.localhost': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
};

/** A site that reserves a directory, and has its images not trained on. */
function site(): Promise<TestWeb> {
  return startWeb({
    pages: ({ name, path }) => {
      const written = (text: string) => ({ body: (utf16[name] ?? Buffer.from)(text) });
      if (name === 'shut.localhost' && path === '/robots.txt')
        return { body: 'User-agent: *\nDisallow: /.well-known/' };
      if (path === '/robots.txt') return undefined;
      if (path === tdmrep && name === 'moved.localhost')
        return { status: 302, headers: { location: '/tdm.json' } };
      if (path === tdmrep && name === 'broken.localhost') return { status: 500, body: '' };
      if (path === tdmrep || path === '/tdm.json') {
        return written(
          JSON.stringify([
            { location: '/mine/', 'tdm-reservation': 1, 'tdm-policy': 'https://example.org/policy' },
            { location: '/mine/free/', 'tdm-reservation': 0 },
          ]),
        );
      }
      if (path === '/ai.txt') return written('User-Agent: *\nDisallow: *.jpg');
      const list = path === '/' ? links.map((one) => `<a href="${one}">${one}</a>`).join(' ') : '';
      return { headers: { 'content-type': 'text/html' }, body: `<title>${name}${path}</title>${list}` };
    },
  });
}

describe('tdmrep.json and ai.txt', () => {
  let web: TestWeb;
  let directory: string;
  let data: DataDirectory;
  const hosts = [
    ...['a', 'moved', 'broken', 'shut'].map((name) => `${name}.localhost`),
    ...Object.keys(utf16),
  ];
  const asked = (path: string, name = 'a.localhost'): number =>
    web.log.filter((access) => access.host === web.host(name) && access.path === path).length;

  beforeAll(async () => {
    web = await site();
    directory = jobDirectory('models', {
      seeds: hosts.map((name) => web.url(name)),
      purpose: ['ai-input', 'ai-train'],
      politeness: { waitIntervalHost: gapMs / 1_000 },
    });
    await crawlHere(directory);
    data = openData(join(directory, 'data'));
  });

  afterAll(async () => {
    data.close();
    await web.close();
  });

  const outcomes = async (name: string): Promise<readonly string[]> => {
    const collection = await data.collection('models');
    return links.map((path) => `${path} ${collection.get(web.url(name, path))?.outcome}`);
  };

  it.each(['a.localhost', 'moved.localhost', ...Object.keys(utf16)])(
    'refuse pages of %s to a job that feeds and trains models',
    async (name) => {
      expect(await outcomes(name)).toEqual([
        '/mine/1 denied',
        '/mine/free/1 stored',
        '/public/1 stored',
        '/image.jpg.html denied',
      ]);
    },
  );

  it('are asked for once, and what they refuse is not asked for at all', () => {
    expect([tdmrep, '/ai.txt', '/mine/1', '/image.jpg.html', '/public/1'].map((path) => asked(path))).toEqual(
      [1, 1, 0, 0, 1],
    );
  });

  it('keep the gap like every request', () => {
    expectPolite(web.log, gapMs);
  });

  it('that cannot be had refuse nothing', async () => {
    expect((await outcomes('broken.localhost'))[0]).toBe('/mine/1 stored');
  });

  it('are not asked for where robots.txt forbids it', async () => {
    expect(asked(tdmrep, 'shut.localhost')).toBe(0);
    expect((await outcomes('shut.localhost'))[0]).toBe('/mine/1 stored');
  });

  it('are recorded with the page', async () => {
    const { records } = await data.published('models');
    const free = [...records.values()].find(({ url }) => url === web.url('a.localhost', '/mine/free/1'));
    expect(free?.record?.response.usage?.['ai-train']).toEqual({
      allowed: true,
      by: 'tdm-reservation: 0 (tdmrep.json, /mine/free/)',
    });
  });

  it('are what why names', async () => {
    const lines = await withInstallation(directory, async (installation, job) => {
      const report = await order(
        'why',
        installation.place,
        { job, url: web.url('a.localhost', '/mine/1') },
        { by: 'a test', reason: '' },
      );
      return report.lines.map(({ step, verdict, detail }) => `${step} ${verdict} ${detail}`);
    });
    expect(lines.join('\n')).toContain(
      'robots no ai-input refused by tdm-reservation: 1 (tdmrep.json, /mine/), tdm-policy: https://example.org/policy',
    );
  });

  it('cost a job for search no request', async () => {
    const from = web.log.length;
    await crawlHere(jobDirectory('search', { seeds: [web.url('a.localhost')] }));
    const paths = web.log.slice(from).map(({ path }) => path);
    expect(paths).toContain('/mine/1');
    expect(paths).not.toContain(tdmrep);
    expect(paths).not.toContain('/ai.txt');
  });
});

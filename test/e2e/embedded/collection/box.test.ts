import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { startWinnow, winnow } from '../../support/process/winnow-process.ts';

let web: TestWeb;
let directory: string;

beforeAll(async () => {
  web = await startWeb({
    pages: ({ path, name }) => {
      if (name !== 'birds.localhost') return undefined;
      const bird = ['wren', 'heron'].find((one) => path === `/${one}`);
      if (path !== '/' && bird === undefined) return undefined;
      return {
        headers: { 'content-type': 'text/html' },
        body: `<title>${bird ?? 'birds'}</title><p>${bird === undefined ? '<a href="/wren">wren</a>' : `The ${bird} sings in the reeds.`}</p>`,
      };
    },
  });
  directory = jobDirectory('boxed', { scope: { hosts: ['birds.localhost'] } });
});
afterAll(async () => {
  await web.close();
  rmSync(directory, { recursive: true });
});

describe('`winnow box`', () => {
  it('takes examples, crawls on and on, and serves a page that searches what there is', async () => {
    const ports = ['--port', '0', '--report-port', '0'];
    const box = startWinnow(['box', directory, '--example', web.url('birds.localhost'), ...ports]);
    const found = async (): Promise<string> => {
      const address = /http:\/\/127\.0\.0\.1:\d+\/search\/boxed/.exec(box.said.err)?.[0];
      return address === undefined ? '' : await (await fetch(`${address}?q=reeds`)).text();
    };
    try {
      while (box.running && !(await found()).includes('1 page,')) await setTimeout(50);
      expect(box.said.err).toContain('while the crawl goes on');
      // What is there later is found, too, without a word of ours to the index.
      const seeded = await winnow(['seed', web.url('birds.localhost', '/heron'), '--job', directory]);
      expect(seeded.exit).toBe(0);
      while (box.running && !(await found()).includes('2 pages,')) await setTimeout(50);
      expect(await found()).toContain('<mark>reeds</mark>');
      expect(box.running).toBe(true);
    } finally {
      box.kill('SIGINT');
      expect(await box.ended).toMatchObject({ exit: 0 });
    }
  });

  it('is there while it reads the examples, and ends when it is interrupted then', async () => {
    const slow = jobDirectory('slow', {
      scope: { hosts: ['birds.localhost'] },
      politeness: { waitIntervalHost: 200 },
    });
    const example = ['--example', web.url('birds.localhost', '/wren')];
    const box = startWinnow(['box', slow, ...example, '--port', '0', '--report-port', '0']);
    try {
      while (box.running && !box.said.err.includes('Reading examples')) await setTimeout(50);
      const address = /http:\/\/127\.0\.0\.1:\d+\/search\/slow/.exec(box.said.err)?.[0] ?? '';
      expect((await fetch(address)).status).toBe(200);
    } finally {
      box.kill('SIGINT');
      expect([await box.ended, box.said.err]).toMatchObject([
        { exit: 0 },
        expect.not.stringContaining('Watch the crawl'),
      ]);
      rmSync(slow, { recursive: true });
    }
  });

  it('makes the job where there is none, and says what it needs for that', async () => {
    const place = mkdtempSync(join(tmpdir(), 'winnow-box-'));
    try {
      const fresh = join(place, 'owls');
      const missing = await winnow(['box', fresh, '--example', 'https://owls.example/']);
      expect([missing.exit, missing.err]).toEqual([
        2,
        expect.stringContaining('give --contact, and --example'),
      ]);
      const made = startWinnow([
        'box',
        fresh,
        '--example',
        'https://owls.invalid/',
        '--contact',
        'a@b.example',
        ...['--port', '0', '--report-port', '0'],
      ]);
      expect(await made.ended).toMatchObject({ exit: 1 });
      expect(made.said.err).toContain('the crawl stays on the hosts of the examples');
      expect(made.said.err).toMatch(
        /no example could be read of:\n.*https:\/\/owls\.invalid\/: robots\.txt cannot/,
      );
      expect(readFileSync(join(fresh, 'job.yaml'), 'utf8')).toContain('https://owls.invalid/');
      // The same again is no mistake; another contact is.
      const again = ['box', fresh, '--example', join(place, 'none.html'), '--port', '0', '--contact'];
      expect(await winnow([...again, 'a@b.example'])).toMatchObject({
        exit: 2,
        err: expect.stringContaining('none.html is neither'),
      });
      expect(await winnow([...again, 'c@d.example'])).toMatchObject({
        exit: 2,
        err: expect.stringContaining('has the contact a@b.example'),
      });
    } finally {
      rmSync(place, { recursive: true });
    }
  });
});

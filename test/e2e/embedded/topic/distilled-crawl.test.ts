import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SystemClock } from '../../../../lib/adapters/system/clock.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { crawlHere } from '../../support/process/in-process.ts';

const pages: Readonly<Record<string, readonly string[]>> = {
  '/': ['/a', '/b'],
  '/a': ['/b', '/c'],
  '/b': ['/c'],
  '/c': [],
};

/** The job is looked at ten seconds after it was looked at without pages. */
class FastClock extends SystemClock {
  passed = 0;

  override now(): number {
    return super.now() + this.passed;
  }
}

let clock: FastClock;
let web: TestWeb;
beforeAll(async () => {
  web = await startWeb({
    pages: ({ path }) => {
      const links = pages[path];
      if (links === undefined) return undefined;
      clock.passed += 15_000;
      const anchors = links.map((link) => `<a href="${link}">on</a>`).join(' ');
      return {
        headers: { 'content-type': 'text/html' },
        body: `<title>${path}</title><p>${path}</p>${anchors}`,
      };
    },
  });
});
afterAll(() => web.close());

it.each([
  [1, true],
  [0, false],
])('a crawl with focus.distill: %i gathers its link graph meanwhile: %s', async (distill, isGathered) => {
  const directory = jobDirectory('graph', { seeds: [web.url('d.localhost')], focus: { distill } });
  clock = new FastClock();
  expect((await crawlHere(directory, { clock })).outcomes).toEqual({ stored: 4 });
  expect(existsSync(join(directory, 'data', 'graph', 'graph'))).toBe(isGathered);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { winnow } from '../../../bin/test-io.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { until, untilQuiet, withClockwork } from '../../support/clockwork.ts';
import type { DeployedStack } from '../../support/stack/deployed-stack.ts';
import { openOnStack } from '../../support/stack/job-on-stack.ts';

const job = 'taken-out';
const mirrors = ['t0.localhost', 'www.t0.localhost', 't1.localhost', 't2.localhost'];
const stranger = 't3.localhost';
const paths = ['/1', '/2', '/3', '/4', '/5'];

/** Hosts that are one server become one and are taken apart; pages are deleted, stay away, and come back. */
export function takenOut(stack: () => DeployedStack): void {
  describe('a collection that operators change', () => {
    let web: TestWeb;
    const run = async (...words: readonly string[]): Promise<string> => {
      const { exit, out, err } = await winnow([...words, '--stack', stack().name, '--job-name', job]);
      expect({ words, exit, err }).toEqual({ words, exit: 0, err: '' });
      return out;
    };
    /** What leads to each record. */
    const collection = async () => {
      const { records } = stack().runtime.stores;
      const listed = (await records.records(job, 100)).records;
      const leads = listed.map(
        async ({ md5 }) => [md5, (await records.urls(job, md5, 99)).toSorted()] as const,
      );
      return Object.fromEntries(await Promise.all(leads));
    };
    const urls = async () => Object.values(await collection()).flat();
    const quiet = () => withClockwork(stack(), () => untilQuiet(stack(), job));
    const untilThere = (what: string, done: (all: readonly string[]) => boolean) =>
      withClockwork(stack(), () => until(what, async () => done(await urls())));

    beforeAll(async () => {
      web = await startWeb({
        pages: ({ name, path }) => {
          if (path === '/robots.txt') return undefined;
          const whose = name === stranger ? 'stranger' : 'server';
          const links = paths.map((one) => `<a href="${one}">page ${one}</a>`).join(' ');
          const body = `<title>${whose} ${path}</title><p>What the ${whose} says on ${path}. ${path === '/' ? links : ''}`;
          return { headers: { 'content-type': 'text/html' }, body };
        },
      });
      const seeds = [...mirrors, stranger].map((host) => web.url(host));
      // Hosts that repeat another one are crawled to their end here.
      await openOnStack(stack(), job, {
        seeds,
        turn: { maxPages: 10, maxSeconds: 2 },
        yield: { hold: false },
      });
      await quiet();
    }, 400_000);

    afterAll(() => web.close());

    it('has three mirrors and a www twin made one host, and taken apart again to the same state', async () => {
      const before = await collection();
      expect(await urls()).toHaveLength(5 * (paths.length + 1));
      const { groups } = JSON.parse(await run('alias', 'detect', '--json'));
      expect(groups).toHaveLength(1);
      const [group] = groups as [{ readonly preferred: string; readonly aliases: readonly string[] }];
      const names = mirrors.map((host) => web.host(host));
      expect([group.preferred, ...group.aliases].toSorted()).toEqual(names.toSorted());
      await run('alias', 'apply', '--all');
      await untilThere('the aliases have no page', (all) =>
        all.every((url) => !group.aliases.includes(new URL(url).host)),
      );
      await quiet();
      expect((await urls()).toSorted()).toEqual(
        [group.preferred, web.host(stranger)]
          .flatMap((host) => ['/', ...paths].map((path) => `http://${host}${path}`))
          .toSorted(),
      );
      await run('alias', 'undo', '--all');
      await untilThere('all hosts have their pages', (all) => all.length === 5 * (paths.length + 1));
      await quiet();
      expect(await collection()).toEqual(before);
      expect(JSON.parse(await run('sanity', '--json'))).toEqual([]);
    }, 400_000);

    it('has pages deleted, which a reharvest does not bring back, and undoing does', async () => {
      const before = await collection();
      const prefix = web.url(stranger, '/');
      const { id } = JSON.parse(await run('delete', '--prefix', prefix, '--yes', '--json'));
      await untilThere('its pages are gone', (all) => all.every((url) => !url.startsWith(prefix)));
      await quiet();
      const requests = web.log.filter(({ host }) => host === web.host(stranger)).length;
      await run('reharvest', '--all');
      await quiet();
      expect((await urls()).filter((url) => url.startsWith(prefix))).toEqual([]);
      expect(
        web.log.filter(({ host, path }) => host === web.host(stranger) && path !== '/robots.txt').length,
      ).toBeLessThanOrEqual(requests);
      await run('delete', '--undo', String(id), '--yes');
      await untilThere('its pages are back', (all) => all.length === 5 * (paths.length + 1));
      await quiet();
      expect(await collection()).toEqual(before);
      expect(JSON.parse(await run('sanity', '--json'))).toEqual([]);
    }, 400_000);
  });
}

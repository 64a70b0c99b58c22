import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CommandViews } from '../../../../lib/pipeline/control/look.ts';
import type { Status } from '../../../../lib/runtime/shared/installation.ts';
import { winnow } from '../../../bin/test-io.ts';
import { ownWords } from '../../../support/own-words.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { until, withClockwork } from '../../support/clockwork.ts';
import type { DeployedStack } from '../../support/stack/deployed-stack.ts';
import { openOnStack } from '../../support/stack/job-on-stack.ts';

const job = 'wrong-clock';
const days = 86_400_000;

export function wrongClock(stack: () => DeployedStack): void {
  describe('the command line of a machine whose clock is wrong', () => {
    let web: TestWeb;

    beforeAll(async () => {
      web = await startWeb({
        pages: ({ path }) => ({ body: `<title>${path}</title><p>${ownWords(path)}` }),
      });
      await openOnStack(stack(), job, { turn: { maxSeconds: 2 } });
    });

    afterEach(() => vi.restoreAllMocks());
    afterAll(() => web.close());

    const asIf = (wrongByMs: number): void => {
      const { now } = Date;
      vi.spyOn(Date, 'now').mockImplementation(() => now.call(Date) + wrongByMs);
    };
    const run = async (...words: readonly string[]): Promise<string> => {
      const { exit, out, err } = await winnow([...words, '--stack', stack().name, '--job-name', job]);
      expect({ words, exit, err }).toEqual({ words, exit: 0, err: '' });
      return out;
    };
    const isFetched = (path: string) => async (): Promise<boolean> =>
      web.log.some((request) => request.path === path);

    it.each([
      ['three days ahead', 3 * days, '/ahead'],
      ['three days behind', -3 * days, '/behind'],
    ])(
      '%s has pages fetched at once, and lets their host have its next turn at once',
      async (_, wrongByMs, path) => {
        asIf(wrongByMs);
        await run('seed', web.url('w.localhost', path));
        vi.restoreAllMocks();
        await withClockwork(stack(), () => until(`${path} is fetched`, isFetched(path), 60));
        asIf(wrongByMs);
        await withClockwork(stack(), () => run('fetch', web.url('w.localhost', `${path}-now`)));
        vi.restoreAllMocks();
        await run('seed', web.url('w.localhost', `${path}-later`));
        await withClockwork(stack(), () => until(`${path}-later is fetched`, isFetched(`${path}-later`), 60));
      },
    );

    it('logs commands, counts pages and tells times by the time of the stack', async () => {
      const before = Date.now();
      asIf(3 * days);
      await run('pause', '--reason', 'by a wrong clock');
      const { commands } = JSON.parse(
        (await winnow(['audit', '--stack', stack().name, '--json'])).out,
      ) as CommandViews;
      const status = JSON.parse(await run('status', '--json')) as Status;
      vi.restoreAllMocks();
      const at = commands.find(({ reason }) => reason === 'by a wrong clock')?.at ?? 0;
      expect(Math.abs(at - before)).toBeLessThan(days / 24);
      expect(status.pagesToday).toBeGreaterThan(0);
    });
  });
}

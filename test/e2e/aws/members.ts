import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Check } from '../../../lib/runtime/shared/installation.ts';
import { winnow } from '../../bin/test-io.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { untilQuiet, withClockwork } from '../support/clockwork.ts';
import { readCollection } from '../support/collection.ts';
import { jobDirectory } from '../support/job-directory.ts';
import { type DeployedStack, giveSecret } from '../support/stack/deployed-stack.ts';
import { logOf } from '../support/stack/function-log.ts';
import { openOnStack } from '../support/stack/job-on-stack.ts';

const job = 'members';
const password = 'Lysande-natt-7';

/** Pages that are for members, fetched with a secret that lies in Secrets Manager. */
export function membersOnly(stack: () => DeployedStack): void {
  describe('a job with credentials', () => {
    let web: TestWeb;

    beforeAll(async () => {
      web = await startWeb({
        pages: ({ path, headers }) => {
          if (path === '/robots.txt') return undefined;
          const expected = `Basic ${Buffer.from(`me:${password}`).toString('base64')}`;
          return path === '/' || headers.authorization === expected
            ? {
                headers: { 'content-type': 'text/html' },
                body: `<title>${path}</title><a href="/in/1">in</a>`,
              }
            : { status: 401, body: '' };
        },
      });
      await giveSecret(
        stack(),
        'members',
        JSON.stringify({ sites: [{ url: web.url('m.localhost', '/in/'), user: 'me', password }] }),
      );
      await openOnStack(stack(), job, {
        seeds: [web.url('m.localhost')],
        fetch: { credentials: 'members' },
        turn: { maxSeconds: 2 },
      });
      await withClockwork(stack(), () => untilQuiet(stack(), job));
    }, 200_000);

    afterAll(() => web.close());

    it('fetches what is for members, under the role of the function', async () => {
      const collection = await readCollection(stack().runtime.stores, job);
      expect(collection.get(web.url('m.localhost', '/in/1'))?.outcome).toBe('stored');
    });

    it('has it nowhere in what the functions say, nor the pages that it opened', async () => {
      const { answer } = await stack().invoke('ops', { command: 'status', job });
      expect(JSON.stringify(answer)).not.toContain(password);
      const log = await logOf(stack(), 'harvest');
      expect(log).toContain('"event":"invocation"');
      for (const secret of [password, Buffer.from(`me:${password}`).toString('base64'), '<title>'])
        expect(log).not.toContain(secret);
    });

    it('is examined by doctor, which shows nothing of the secret', async () => {
      const { out } = await winnow(['doctor', '--stack', stack().name, '--job-name', job, '--json']);
      const check = (JSON.parse(out) as readonly Check[]).find(({ name }) => name === 'secret members');
      expect(check).toMatchObject({ ok: 'ok', detail: expect.stringContaining('m.localhost') });
      expect(out).not.toContain(password);
    });

    it('is refused when the stack has no such secret', async () => {
      const directory = jobDirectory('others', {
        fetch: { credentials: 'others' },
        limits: { pagesPerDay: 10 },
      });
      const { exit, err } = await winnow(['deploy-job', directory, '--stack', stack().name]);
      expect({ exit, err }).toEqual({
        exit: 1,
        err: expect.stringContaining("the stack has no secret 'others'"),
      });
    });
  });
}

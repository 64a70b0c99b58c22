import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FunctionName, functionNames } from '../../../lib/config/stack/names.ts';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { winnow } from '../../bin/test-io.ts';
import { ownWords } from '../../support/own-words.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { until, untilQuiet, withClockwork } from '../support/clockwork.ts';
import { classOf, readCollection } from '../support/collection.ts';
import type { DeployedStack, Invoked } from '../support/stack/deployed-stack.ts';
import { openOnStack } from '../support/stack/job-on-stack.ts';
import { deliver, done, hide, receive, withoutMapping } from '../support/stack/pollers.ts';
import { without } from '../support/stack/role.ts';

const job = 'grants';

/** What these pages come by: none is a document that is converted. */
type Used = Exclude<FunctionName, 'convert'>;

/** An action of each function's role that it cannot do its work without. */
const missing: Readonly<Record<Used, string>> = {
  dispatch: 'dynamodb:PutItem',
  harvest: 's3:PutObject',
  recycle: 's3:GetObject',
  ops: 'dynamodb:Query',
};

/** What each function said when it was denied something; absent when it did its work. */
type Denials = Partial<Readonly<Record<FunctionName, string>>>;

export function missingGrants(stack: () => DeployedStack): void {
  describe('a role that lacks one of its grants', () => {
    let web: TestWeb;

    beforeAll(async () => {
      web = await startWeb({
        pages: ({ name, path, port }) => ({
          headers: { 'content-type': 'text/html' },
          body: `<title>${path}</title>${ownWords(name + path)} <a href="http://b.localhost:${port}${path}">there</a>`,
        }),
      });
      await openOnStack(stack(), job, { turn: { maxSeconds: 2 } });
    });

    afterAll(() => web.close());

    /** A page's way through the functions: what each said that was denied something on it. */
    async function work(page: string): Promise<Denials> {
      const { name, runtime, invoke } = stack();
      await winnow(['seed', web.url('a.localhost', page), '--stack', name, '--job-name', job]);
      const out = async (): Promise<boolean> => (await runtime.stores.tickets.outstanding()) > 0;
      // It goes on for as long as tickets are out.
      const dispatched = await Promise.race([invoke('dispatch'), until('a ticket is out', out)]);
      const denied: Record<string, string> = {};
      if (dispatched?.failed) {
        denied.dispatch = said(dispatched);
        // Somebody has to, for the others to have something to do.
        await dispatch(runtime.stores, runtime);
      }
      const { invoked, failures } = await harvest();
      if (failures > 0) denied.harvest = await saidLater(invoked);
      const recycled = await invoke('recycle');
      if (recycled.failed) denied.recycle = said(recycled);
      const status = await invoke('ops', { command: 'status', job });
      if (status.failed) denied.ops = said(status);
      return denied;
    }

    async function harvest(): Promise<{ readonly invoked: Invoked; readonly failures: number }> {
      // What this process has sent counts as being out before SQS hands it out.
      let tickets: Awaited<ReturnType<typeof receive>> = [];
      await until('a ticket comes', async () => {
        tickets = await receive(stack(), 10);
        return tickets.length > 0;
      });
      expect(tickets).toHaveLength(1);
      const { invoked, failures } = await deliver(stack(), tickets);
      for (const ticket of tickets) {
        await (failures.includes(ticket) ? hide(stack(), ticket, 0) : done(stack(), ticket));
      }
      return { invoked, failures: failures.length };
    }

    /** The emulator waits 50 ms for what a function writes: what comes later is in the log of its next call. */
    async function saidLater(invoked: Invoked): Promise<string> {
      let text = said(invoked);
      const isTold = async (): Promise<boolean> => {
        if (/\black \w+:/.test(text)) return true;
        text += (await stack().invoke('harvest', { Records: [] })).log;
        return /\black \w+:/.test(text);
      };
      await until(() => `harvest says what it lacks, beside ${text}`, isTold, 30);
      return text;
    }

    it('that lacks none does its work', async () => {
      expect(await withoutMapping(stack(), () => work('/all'))).toEqual({});
      await withClockwork(stack(), () => untilQuiet(stack(), job));
    });

    it.each(functionNames.filter((fn): fn is Used => fn !== 'convert'))(
      'of %s: that function fails, says what it was denied, and no other does',
      async (fn) => {
        const action = missing[fn];
        const denials = await withoutMapping(stack(), () =>
          without(stack(), fn, action, () => work(`/without-${fn}`)),
        );
        expect(denials).toEqual({ [fn]: expect.stringContaining(`lack ${action}`) });
        // What was left undone is done as soon as the grant is back.
        await withClockwork(stack(), () => untilQuiet(stack(), job));
      },
    );

    it('has lost nothing in the end', async () => {
      const collection = await readCollection(stack().runtime.stores, job);
      expect([...collection.values()].map(({ outcome }) => classOf(outcome))).toEqual(
        Array(10).fill('content'),
      );
    });
  });
}

/** Its answer and its log: the harvester answers for each ticket by itself, and says why in its log. */
function said({ answer, log }: Invoked): string {
  return `${JSON.stringify(answer)} ${log}`;
}

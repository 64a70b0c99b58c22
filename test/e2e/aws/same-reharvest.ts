import { load } from 'cheerio/slim';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandEntry } from '../../../lib/domain/control/command.ts';
import { decodeInboxMessage } from '../../../lib/domain/inbox/inbox-item.ts';
import { postSigned } from '../../../localstack/signed-post.ts';
import { winnow } from '../../bin/test-io.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { until, untilQuiet, withClockwork } from '../support/clockwork.ts';
import type { DeployedStack } from '../support/stack/deployed-stack.ts';
import { openOnStack } from '../support/stack/job-on-stack.ts';
import { runScheduleNow } from '../support/stack/run-schedule.ts';
import { versionedSite } from '../support/web/versioned-site.ts';

const job = 'asked';
/** Of the two hosts one, all of its pages. */
const scope = { host: 's.localhost', olderThanDays: 0 };

/** What a reharvest came to: all that may differ is who asked, when, and under which name. */
interface Result {
  readonly marks: readonly unknown[];
  readonly entry: unknown;
  readonly requests: readonly string[];
}

/** Everything that can ask for a reharvest, through what is deployed: roles, rule, schedule and all. */
export function sameReharvest(stack: () => DeployedStack): void {
  describe('a reharvest', () => {
    const site = versionedSite(5);
    let web: TestWeb;

    const steer = async (verb: 'pause' | 'continue') =>
      expect(await winnow([verb, '--stack', stack().name, '--job-name', job])).toMatchObject({ exit: 0 });

    async function entries(): Promise<readonly CommandEntry[]> {
      const { commands } = await stack().runtime.stores.commands.commands(50);
      return commands.filter(({ command }) => command.command === 'reharvest' && command.job === job);
    }

    async function marks(): Promise<readonly unknown[]> {
      const { hosts } = stack().runtime.stores;
      const page = await hosts.hosts(job, 10);
      const items = await Promise.all(
        page.hosts.map(async ({ host }) =>
          (await hosts.inbox({ job, host }, 10)).map(({ bytes }) => {
            const { mark, ...rest } = decodeInboxMessage(bytes);
            return { host, ...rest, mark: { ...mark, before: 'when it was asked' } };
          }),
        ),
      );
      return items.flat();
    }

    /** Asks while the job rests, so that the marks can be looked at; then lets it do what they say. */
    async function resultOf(ask: () => Promise<unknown>): Promise<Result> {
      const known = (await entries()).length;
      const from = web.log.length;
      await steer('pause');
      await ask();
      let entry: CommandEntry | undefined;
      await until(`the reharvest ${ask.name} is done`, async () => {
        const all = await entries();
        entry = all[0];
        return all.length > known && entry?.state === 'done';
      });
      const told = await marks();
      await steer('continue');
      await withClockwork(stack(), () => untilQuiet(stack(), job));
      const { command, ended, error } = entry as CommandEntry;
      const { at: _, ...done } = ended?.[job] ?? { at: 0 };
      return {
        marks: told,
        entry: { command, error, done },
        requests: web.log
          .slice(from)
          .map(({ host, path, status }) => `${host} ${path} ${status}`)
          .sort(),
      };
    }

    const byCli = () =>
      winnow(
        `reharvest --host s.localhost --older-than 0s --stack ${stack().name} --job-name ${job}`.split(' '),
      );

    async function byWidget(): Promise<void> {
      const all = {
        job,
        host: scope.host,
        olderThanDays: String(scope.olderThanDays),
        reason: 'out of date',
      };
      const widgetContext = { dashboardName: stack().name, forms: { all } };
      let event: object = { widget: 'reharvest' };
      // The form; what it stands for; done.
      for (const label of [/^Say what it would touch$/, /^Make .* of .* due again$/]) {
        const $ = load(String((await stack().invoke('ops', { ...event, widgetContext })).answer));
        const button = $('cwdb-action').filter((_, one) => label.test($(one).prev('a').text()));
        event = JSON.parse(button.text()) as object;
      }
      const { answer, failed } = await stack().invoke('ops', { ...event, widgetContext });
      expect(failed).toBe(false);
      expect(answer).toContain('to be told which of them are due again');
    }

    /** As `aws events put-events` does; the bus, the rule and the permission of the function do the rest. */
    async function byEvent(): Promise<void> {
      const Detail = JSON.stringify({ command: 'reharvest', job, scope, reason: 'an event' });
      const entry = {
        Source: `winnow.${stack().name}`,
        DetailType: 'Winnow Command',
        Detail,
        EventBusName: `${stack().name}-commands`,
      };
      const answer = await postSigned(stack().cloud, {
        ...{ service: 'events', target: 'AWSEvents.PutEvents', contentType: 'application/x-amz-json-1.1' },
        body: JSON.stringify({ Entries: [entry] }),
      });
      expect(JSON.parse(answer)).toMatchObject({ FailedEntryCount: 0 });
    }

    /** As somebody does in the console who gives the schedule another time and another input. */
    const bySchedule = () =>
      runScheduleNow(stack(), 'reharvest', (input) => ({ ...input, job, olderThanDays: 0, scope }));

    beforeAll(async () => {
      web = await startWeb({ pages: ({ path }) => site.page(path) });
      await openOnStack(stack(), job, {
        seeds: [web.url('s.localhost'), web.url('t.localhost')],
        turn: { maxPages: 25, maxSeconds: 2 },
      });
      await withClockwork(stack(), () => untilQuiet(stack(), job));
    }, 400_000);

    afterAll(() => web.close());

    it('brings the same marks, the same entry of the log and the same requests, whether the command line, the dashboard’s widget, an event of EventBridge or the schedule asks for it', async () => {
      const expected = await resultOf(byCli);
      expect(expected.marks).toHaveLength(1);
      expect(expected.requests).toHaveLength(site.count);
      expect(expected.entry).toMatchObject({ done: { state: 'done', told: 1 } });
      for (const ask of [byWidget, byEvent, bySchedule])
        expect({ ...(await resultOf(ask)), by: ask.name }).toEqual({ ...expected, by: ask.name });
    }, 400_000);

    it('leaves no page without a link to it, as a search for orphans sees it', async () => {
      const argv = `orphans --dry-run --json --stack ${stack().name} --job-name ${job}`.split(' ');
      const { exit, out } = await winnow(argv);
      expect({ exit, found: JSON.parse(out) as object }).toEqual({
        exit: 0,
        found: { pages: 2 * site.count, orphans: [], again: [] },
      });
    });
  });
}

import { defined } from '../../base/defined.ts';
import type { HostName } from '../../base/url/url.ts';
import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import { sideBySide } from '../../pipeline/base/side-by-side.ts';
import { releaseMessage } from '../../pipeline/control/confirm-purge.ts';
import { orderedMessage } from '../../pipeline/control/order-letter.ts';
import { respellMessage, unaliasMessage } from '../../pipeline/control/respell-message.ts';
import { openUnusedPages } from '../../pipeline/cost/unused-pages.ts';
import { ticketHost } from '../../pipeline/dispatch/ticket-host.ts';
import { hostPages } from '../../pipeline/frontier/host-pages.ts';
import { harvestTurn } from '../../pipeline/harvest/harvest-turn.ts';
import { movedMessage } from '../../pipeline/turn/departures.ts';
import { isSuspected } from '../../pipeline/turn/try-with-care.ts';
import type { TurnOptions } from '../../pipeline/turn/turn-options.ts';
import type { TurnReport } from '../../pipeline/turn/turn-report.ts';
import { openOwnShares } from '../../pipeline/turn/turn-shares.ts';
import { openWorkerIsolation } from '../../pipeline/turn/worker-isolation.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { judgeMessage } from './reclassify.ts';
import { judging } from './reclassify-part.ts';

const hostsAtOnce = 4;
/** Messages that ask for a turn without a fetch. */
const urgent = [judgeMessage, releaseMessage, respellMessage, orderedMessage, movedMessage, unaliasMessage];
/** Messages of an inbox that are searched for those that ask for judging. */
const inboxPage = 50;

export interface JudgeHostsOptions {
  readonly timing: Timing;
  readonly lists: TurnOptions['lists'];
  readonly bodies?: TurnOptions['bodies'];
  /** When aborted: finishes the running turns and returns. */
  readonly signal?: AbortSignal;
  readonly onTurn: (report: TurnReport) => void;
}

/**
 * Lets every host that was told to judge pages again, or to give up its records, do so now, in turns that fetch nothing:
 * their tickets have no pages and need no gate. What is left over, the turns of the crawl do.
 * @returns the number of hosts that could not do it: they have another turn, a turn of theirs died and is investigated, or what is
 * stored of them is damaged
 */
export async function judgeHosts(ports: Ports, job: Job, options: JudgeHostsOptions): Promise<number> {
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  let left = 0;
  let moved = 0;
  const onTurn = (report: TurnReport): void => {
    moved += report.moved ?? 0;
    options.onTurn(report);
  };
  // What one host sends to another may reach a host that this pass has already passed.
  do {
    [left, moved] = [0, 0];
    for await (const page of hostPages(ports, job.name)) {
      if (options.signal?.aborted) return left;
      await sideBySide(page, hostsAtOnce, async ({ host }) => {
        const isDone = await unlessDamaged(host, () =>
          judgeHost(ports, job, host, { ...options, settings, onTurn }),
        );
        if (isDone !== true) left += 1;
      });
    }
  } while (moved > 0);
  return left;
}

/** @returns whether nothing is left to be judged */
async function judgeHost(
  ports: Ports,
  job: Job,
  host: HostName,
  { settings, timing, lists, bodies, signal, onTurn }: JudgeHostsOptions & { readonly settings: JobSettings },
): Promise<boolean> {
  const key = { job: job.name, host };
  const suspects = openWorkerIsolation(ports.clock);
  while (await isAsked(ports, key)) {
    if (signal?.aborted) return false;
    const control = await ports.hosts.control(key);
    // A suspected page needs a turn that fetches.
    if (control === undefined || (control.care?.suspect !== undefined && !isSuspected(job, control, judging)))
      return false;
    const due = { host, entries: [], wake: true };
    const ticketed = await ticketHost(ports, job, due, {
      politeness: settingsFor(settings, host).politeness,
      timing,
    });
    if (typeof ticketed === 'string') return false;
    const endBy = ports.clock.monotonic() + timing.functionMs;
    const report = await harvestTurn(
      ports,
      { ticket: { ...ticketed.ticket, pages: 0 }, receives: 1 },
      {
        ...{ timing, endBy, lists },
        ...{ ...openOwnShares(ports, endBy), suspects, unused: openUnusedPages(ports) },
        ...defined({ bodies }),
      },
    );
    onTurn(report);
    if (report.result !== 'committed' && report.result !== 'rolled-forward') return false;
  }
  return true;
}

async function isAsked(ports: Pick<Ports, 'hosts'>, key: Parameters<Ports['hosts']['inbox']>[0]) {
  const items = await ports.hosts.inbox(key, inboxPage);
  return items.length === inboxPage || items.some(({ id }) => urgent.some((one) => id.startsWith(one)));
}

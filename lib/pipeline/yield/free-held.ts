import { defined } from '../../base/defined.ts';
import { covers, namedHost } from '../../domain/control/hold.ts';
import { heldEntries } from '../../domain/frontier/list-pages.ts';
import { orderMessage } from '../../domain/inbox/order.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { freeOrder } from '../../domain/yield/freed.ts';
import type { HostPage } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { deliver } from '../frontier/deliver.ts';
import { hostPages } from '../frontier/host-pages.ts';
import { orderOf } from '../frontier/order-of.ts';
import { readHost } from '../frontier/read-host.ts';
import { mustNotBeRemoved } from '../job/open-job.ts';

/** Which held URLs may go; without fields all that are held. */
export interface HeldScope {
  /** Only URLs of this host, or of the hosts of this domain. */
  readonly host?: string | undefined;
  /** Only URLs that the region of this name holds, as `winnow regions` writes it. */
  readonly region?: string | undefined;
}

/** Held URLs that may go now. */
export interface FreedReport {
  readonly hosts: number;
  readonly urls: number;
}

type Freeing = Pick<Ports, 'jobs' | 'hosts' | 'segments' | 'due' | 'clock' | 'entropy'>;

const hostsAtOnce = 8;

/**
 * Has what is held now fetched in the next turns of its hosts, as if it were not held. What it leads to is judged anew, so
 * that of what has no end one generation is fetched. Tells each host by one message, whatever it holds. Idempotent.
 * @throws WinnowError `config` for a job that was removed, `usage` for a name that is no host
 */
export async function freeHeld(ports: Freeing, job: Job, { host, region }: HeldScope): Promise<FreedReport> {
  mustNotBeRemoved(job);
  const only = host === undefined ? undefined : namedHost(host);
  const id = ports.entropy.id();
  let [hosts, urls] = [0, 0];
  for await (const page of hostPages(ports, job.name)) {
    const meant = page.filter(
      (one) => one.control.counters.held !== undefined && (only === undefined || covers(only, one.host)),
    );
    await sideBySide(meant, hostsAtOnce, async (one) => {
      const { before, held } = await heldIn(ports, job, one, region);
      if (held === 0) return;
      await deliver(
        ports,
        { job: job.name, host: one.host },
        { id: `0-free-${id}`, message: orderMessage(freeOrder, { before, ...defined({ region }) }) },
      );
      hosts += 1;
      urls += held;
    });
  }
  return { hosts, urls };
}

/** The held URLs of a host, and the number of URLs that had arrived there. Those of a region are counted one by one. */
async function heldIn(
  ports: Freeing,
  job: Job,
  { host, control }: HostPage['hosts'][number],
  region: string | undefined,
): Promise<{ readonly before: number; readonly held: number }> {
  let found = { before: 0, held: 0 };
  const settings = settingsFor(await settingsOf(ports.jobs, job.name, job.config), host);
  await readHost(ports, job, host, async (body, read) => {
    found = { before: body.arrivals, held: control.counters.held ?? 0 };
    if (region === undefined) return;
    body.order = orderOf(body, settings, job);
    found.held = 0;
    for await (const { hold } of heldEntries(body, read)) if (hold.pattern === region) found.held += 1;
  });
  return found;
}

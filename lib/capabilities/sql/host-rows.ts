import { registeredDomain } from '../../base/url/registered-domain.ts';
import type { HostName } from '../../base/url/url.ts';
import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import { openBody } from '../../domain/frontier/body.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { tableOf } from '../../domain/yield/region-table.ts';
import { eachPage } from '../../pipeline/frontier/each-visit.ts';
import type { HostControl } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';
import { type Copying, copyRange, type StepEnd } from './copying.ts';
import { addPage } from './page-rows.ts';
import { rowOf, timeCell } from './row.ts';
import type { Cell } from './table.ts';

/** Hosts that are copied between two looks at the time. */
const hostsRead = 50;

/** Adds every host of a job with its regions and pages, as far as they can be read. */
export async function copyHosts(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  copying: Copying,
  from: string | undefined,
): Promise<StepEnd> {
  const { job, tables, numbers } = copying;
  for (let cursor = from; ; ) {
    const page = await ports.hosts.hosts(job.name, hostsRead, cursor);
    const names = page.hosts.map(({ host }) => host);
    const inboxes = await ports.hosts.inboxUrls(job.name, names);
    for (const [index, { host, control }] of page.hosts.entries()) {
      const number = numbers.addHost(host);
      await tables.add('hosts', hostRow(number, host, control, inboxes[index] ?? 0));
      await unlessDamaged(host, async () => {
        await addRegions(ports, copying, { host, number });
        await eachPage(ports, job, host, (one) => addPage(copying, one, number));
      });
    }
    cursor = page.cursor;
    if (cursor === undefined) return 'copied';
    if (copying.isOver()) return { cursor };
  }
}

/** Adds the hosts that are known by links only. */
export function copyLinkedHosts(copying: Copying, cursor: string | undefined): Promise<StepEnd> {
  const { tables, numbers } = copying;
  return copyRange(copying, cursor, numbers.linkedHosts.length, (at) => {
    const [id, host] = [at + 1, numbers.linkedHosts[at] as HostName];
    if (numbers.hasHost(id)) return undefined;
    return tables.add('hosts', rowOf('hosts', { ...{ id, host }, domain: domainOf(host), ...nothingYet }));
  });
}

const nothingYet = {
  ...{ turn: 0, pending: 0, inbox: 0, held: 0, visited: 0, fetches: 0, stored: 0, failed: 0, bytes: 0 },
};

function hostRow(id: number, host: HostName, control: HostControl, inbox: number): readonly Cell[] {
  const { state, standing, turn, dueAt, counters } = control;
  const { held = 0, visited, outcomes, bytes } = counters;
  const pending = counters.pending + inbox;
  return rowOf('hosts', {
    ...{ id, host, domain: domainOf(host), state, standing, turn, pending, inbox, held, visited, bytes },
    fetches: Object.values(outcomes).reduce((sum, count) => sum + count, 0),
    stored: outcomes.stored ?? 0,
    failed: outcomes.failed ?? 0,
    due: timeCell(dueAt),
  });
}

function domainOf(host: HostName): string | undefined {
  return registeredDomain(host.replace(/:\d+$/, ''));
}

async function addRegions(
  { hosts }: Pick<Ports, 'hosts'>,
  { job, settings, tables }: Copying,
  { host, number }: { readonly host: HostName; readonly number: number },
): Promise<void> {
  const stored = await hosts.body({ job: job.name, host });
  if (stored === undefined) return;
  const body = openBody(stored.bytes, { fingerprintKey: job.fingerprintKey, host });
  for (const row of tableOf(body, settingsFor(settings, host).yield).rows) {
    const { name, feeds, heldSince, retryAt, lifts: _, ...rest } = row;
    await tables.add(
      'regions',
      rowOf('regions', {
        ...{ host: number, region: name, ...rest, feeds: Number(feeds) },
        ...{ held_since: timeCell(heldSince), retry_at: retryAt },
      }),
    );
  }
}

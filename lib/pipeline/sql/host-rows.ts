import { openBody } from '../../domain/frontier/body.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { rowOf, timeCell } from '../../domain/sql/row.ts';
import type { Cell } from '../../domain/sql/table.ts';
import type { HostName } from '../../domain/url/url.ts';
import { tableOf } from '../../domain/yield/region-table.ts';
import type { HostControl } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { eachPage } from '../frontier/each-visit.ts';
import { hostPages } from '../frontier/host-pages.ts';
import { domainOf } from './host-numbers.ts';
import { type Copying, openPageRows } from './page-rows.ts';
import type { SlicedWriter } from './sliced-writer.ts';

/** What was copied of hosts. */
export interface CopiedHosts {
  /** Whether a node has its row. */
  readonly isCopied: (node: number) => boolean;
  /** Classes of pages. */
  readonly classes: ReadonlySet<string>;
}

/** Adds every host of a job with its regions and pages. */
export async function addHosts(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  settings: JobSettings,
  copying: Copying,
): Promise<CopiedHosts> {
  const { tables, numbers } = copying;
  const pages = openPageRows(copying, settings);
  for await (const hosts of hostPages(ports, job.name)) {
    for (const { host, control } of hosts) {
      const number = numbers.numberOf(host);
      numbers.added(number);
      await tables.add('hosts', hostRow(number, host, control));
      await addRegions(ports, { job, host, number, settings }, tables);
      await eachPage(ports, job, host, (page) => pages.add(page, number));
    }
  }
  return pages;
}

function hostRow(number: number, host: HostName, control: HostControl): readonly Cell[] {
  const { state, standing, turn, dueAt, counters } = control;
  const { pending, held = 0, visited, outcomes, bytes } = counters;
  return rowOf('hosts', {
    ...{ id: number, host, domain: domainOf(host), state, standing, turn, pending, held, visited, bytes },
    fetches: Object.values(outcomes).reduce((sum, count) => sum + count, 0),
    stored: outcomes.stored ?? 0,
    failed: outcomes.failed ?? 0,
    due: timeCell(dueAt),
  });
}

interface RegionsOf {
  readonly job: Job;
  readonly host: HostName;
  readonly number: number;
  readonly settings: JobSettings;
}

async function addRegions(
  { hosts }: Pick<Ports, 'hosts'>,
  { job, host, number, settings }: RegionsOf,
  tables: SlicedWriter,
): Promise<void> {
  const stored = await hosts.body({ job: job.name, host });
  if (stored === undefined) return;
  const body = openBody(stored.bytes, { fingerprintKey: job.fingerprintKey, host });
  for (const row of tableOf(body, settingsFor(settings, host).yield).rows) {
    const { name, fetched, brought, relevant, mean, bound, held, heldSince } = row;
    const counts = { fetched, brought, relevant, mean, bound };
    await tables.add(
      'regions',
      rowOf('regions', { host: number, region: name, ...counts, held, held_since: timeCell(heldSince) }),
    );
  }
}

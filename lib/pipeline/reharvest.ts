import type { Ports } from '../ports/ports.ts';
import { deliver } from './deliver.ts';
import { sideBySide } from './side-by-side.ts';

const pageSize = 200;
const hostsAtOnce = 16;

export interface ReharvestReport {
  /** Hosts that were told. */
  readonly hosts: number;
  /** Where to go on when the time ran out; absent when all were told. */
  readonly cursor?: string;
}

/**
 * Makes every page of a job that was last checked before `before` (epoch ms) due again: a mark that each host
 * applies at its next turn. Goes through the hosts in pages; returns how many were told, and the cursor where the
 * time ran out.
 */
export async function reharvest(
  ports: Pick<Ports, 'hosts' | 'due' | 'clock'>,
  job: string,
  before: number,
  options: { readonly endBy: number; readonly cursor?: string },
): Promise<ReharvestReport> {
  let hosts = 0;
  let { cursor } = options;
  do {
    const page = await ports.hosts.hosts(job, pageSize, cursor);
    await sideBySide(page.hosts, hostsAtOnce, ({ host }) =>
      deliver(ports, job, host, `remark-${before}`, { candidates: [], remark: before }),
    );
    hosts += page.hosts.length;
    cursor = page.cursor;
  } while (cursor !== undefined && ports.clock.monotonic() < options.endBy);
  return { hosts, ...(cursor === undefined ? {} : { cursor }) };
}

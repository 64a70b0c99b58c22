import type { HostName } from '../../base/url/url.ts';
import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import type { HostControl, HostPage } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';
import { sideBySide } from '../base/side-by-side.ts';

/** Hosts per read: about as many controls as fit into one answer of DynamoDB. */
const pageSize = 500;

/** All hosts of a job, page by page, in the store's order. Hosts that are created meanwhile may be missing. */
export async function* hostPages(
  { hosts }: Pick<Ports, 'hosts'>,
  job: string,
): AsyncGenerator<HostPage['hosts']> {
  let cursor: string | undefined;
  do {
    const page = await hosts.hosts(job, pageSize, cursor);
    yield page.hosts;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

export interface EachHostOptions {
  /** Hosts that are read side by side; default 1. */
  readonly atOnce?: number;
  /** Called for each host that was passed over. */
  readonly onDamaged?: (host: HostName) => void;
}

/**
 * Calls `use` for every host of a job. A host whose stored state is damaged is passed over from where it is: `winnow sanity` names it.
 * @throws what `use` throws where a store does not answer, after the hosts beside it
 */
export async function eachHost(
  ports: Pick<Ports, 'hosts'>,
  job: string,
  use: (host: HostName, control: HostControl) => Promise<void>,
  { atOnce = 1, onDamaged }: EachHostOptions = {},
): Promise<void> {
  for await (const page of hostPages(ports, job))
    await sideBySide(page, atOnce, async ({ host, control }) => {
      await unlessDamaged(
        host,
        () => use(host, control),
        () => onDamaged?.(host),
      );
    });
}

import type { HostPage } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';

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

import type { HostPage } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';

/** Hosts that are read at once: of DynamoDB's controls, about what one answer holds. */
const pageSize = 500;

/** All hosts of a job, some at a time, in the store's order. Those that are created meanwhile may or may not be seen. */
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

import type { HostPage } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';

/** Hosts in numbers, for people who are about to change them. */
export interface HostCount {
  readonly hosts: number;
  /** URLs that wait for their first visit, those in inboxes too. */
  readonly pending: number;
  readonly visited: number;
}

export async function countHosts(
  { hosts }: Pick<Ports, 'hosts'>,
  job: string,
  page: HostPage['hosts'],
): Promise<HostCount> {
  const names = page.map(({ host }) => host);
  const counters = page.map(({ control }) => control.counters);
  return {
    hosts: page.length,
    pending: sum(counters.map(({ pending }) => pending)) + sum(await hosts.inboxUrls(job, names)),
    visited: sum(counters.map(({ visited }) => visited)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

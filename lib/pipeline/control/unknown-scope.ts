import { nearest } from '../../base/nearest.ts';
import type { HostName } from '../../base/url/url.ts';
import type { PageScope } from '../../domain/control/command.ts';
import { covers, namedHost } from '../../domain/control/hold.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';

/** The most hosts that are read to find one: of a job with more hosts, a name that is not among these may be known. */
const maxLooked = 5_000;
const pageSize = 1_000;

/**
 * What a scope names that its job has never heard of, as a sentence: most likely it is misspelt.
 * @param named the hosts that the scope names by a URL or a record; undefined: by neither
 */
export async function unknownIn(
  { hosts }: Pick<Ports, 'hosts'>,
  { name }: Job,
  { host, record }: PageScope,
  named: readonly HostName[] | undefined,
): Promise<string | undefined> {
  if (record !== undefined && named?.length === 0)
    return `job ${name}: no page${host === undefined ? '' : ` of ${host}`} leads to the record ${record}`;
  const [first] = named ?? [];
  const what = host === undefined ? first : namedHost(host);
  if (what === undefined || (await hosts.control({ job: name, host: what as HostName })) !== undefined)
    return undefined;
  const known: HostName[] = [];
  let cursor: string | undefined;
  do {
    const page = await hosts.hosts(name, pageSize, cursor);
    known.push(...page.hosts.map((one) => one.host));
    cursor = page.cursor;
  } while (cursor !== undefined && known.length < maxLooked);
  if (cursor !== undefined || known.some((one) => covers(what, one))) return undefined;
  const guess = nearest(what, known);
  const hint = guess === undefined ? '' : `; did you mean ${guess}?`;
  return `job ${name}: it knows no host ${what}, and none below it${hint}`;
}

import * as z from 'zod/mini';
import type { Candidate } from '../../base/links/link.ts';
import { formatCount } from '../../base/quantity.ts';
import { identityOf } from '../../base/url/identity.ts';
import { type CanonicalUrl, type HostName, hostOf } from '../../base/url/url.ts';
import { pendingEntries } from '../../domain/frontier/body.ts';
import { readGivenUrl } from '../../pipeline/base/given-url.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import { sideBySide } from '../../pipeline/base/side-by-side.ts';
import { deliver } from '../../pipeline/frontier/deliver.ts';
import { readHost } from '../../pipeline/frontier/read-host.ts';
import { mustNotBeRemoved } from '../../pipeline/job/open-job.ts';
import { field } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { note } from '../../pipeline/operation/view.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';

/** What was raised, or would be. */
export interface RaiseReport {
  readonly job: string;
  readonly hosts: number;
  readonly urls: number;
  /** URLs that wait for no first visit. */
  readonly others: number;
}

type Raising = Pick<Ports, 'jobs' | 'hosts' | 'segments' | 'due' | 'clock' | 'entropy'>;

const [mostUrls, hostsAtOnce] = [1_000, 8];
const wrong = `must be a list of 1 to ${mostUrls} URLs`;
/** The rank of seeds: none is better in any order. */
const best = 0;
/** Host hops of a message that brings no host nearer. */
const unknownHops = 255;

/** Gives URLs that wait the rank of seeds. What is no URL, or does not wait, is left as it is. Idempotent. */
async function raiseUrls(
  ports: Raising,
  job: Job,
  given: readonly string[],
  dryRun: boolean,
): Promise<RaiseReport> {
  mustNotBeRemoved(job);
  const identity = identityOf(await settingsOf(ports.jobs, job.name, job.config));
  const named = given.flatMap((text) => {
    const read = readGivenUrl(identity, text.trim());
    return read.ok ? [read.url] : [];
  });
  const id = ports.entropy.id();
  let [hosts, urls] = [0, 0];
  await sideBySide([...Map.groupBy(new Set(named), hostOf)], hostsAtOnce, async ([host, all]) => {
    const candidates = await waitingAmong(ports, job, host, all);
    if (candidates.length === 0) return;
    hosts += 1;
    urls += candidates.length;
    if (dryRun) return;
    const message = { candidates, hostHops: unknownHops };
    await deliver(ports, { job: job.name, host }, { id: `raise-${id}`, message }, { rank: best });
  });
  return { job: job.name, hosts, urls, others: given.length - urls };
}

/** Those that wait for their first visit, as deep as they are. */
async function waitingAmong(
  ports: Raising,
  job: Job,
  host: HostName,
  urls: readonly CanonicalUrl[],
): Promise<readonly Candidate[]> {
  const wanted = new Set(urls);
  let found: Candidate[] = [];
  await readHost(ports, job, host, async (body, read) => {
    found = [];
    for await (const { url, depth } of pendingEntries(body, read))
      if (wanted.has(url)) found.push({ url, depth, rank: best });
  });
  return found;
}

/** Has URLs that wait visited before others of their hosts. */
export const raise = operation({
  about: 'job',
  input: {
    urls: field(z.array(z.string(wrong), wrong).check(z.minLength(1, wrong), z.maxLength(mostUrls, wrong)), {
      says: 'URLs that wait',
      shown: 'url',
      isArgument: true,
    }),
  },
  effect: 'changes',
  job: 'made',
  askedInShort: ({ urls }) => ({ urls: urls.length, first: urls.slice(0, 3) }),
  run: ({ ports, of }, { urls }, { dryRun }) => raiseUrls(ports, of, urls, dryRun),
  view: ({ job, hosts, urls, others }, { dryRun }) => [
    [
      note(
        `${job}: ${formatCount(urls, 'URL')} of ${formatCount(hosts, 'host')} ${dryRun ? 'would be' : 'are'} visited before others of their hosts`,
      ),
      ...(others > 0 ? [note(`left alone, since nothing waits there: ${formatCount(others, 'URL')}`)] : []),
    ],
  ],
});

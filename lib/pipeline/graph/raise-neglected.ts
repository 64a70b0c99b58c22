import type { WebGraph } from '../../domain/graph/web-graph.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { hostOf } from '../../domain/url/url.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { admissible, rankingFor } from '../frontier/candidates.ts';
import { deliver } from '../frontier/deliver.ts';
import { duePositionOf } from '../frontier/due-bands.ts';
import { promisingUrls } from './promising-urls.ts';

/** Bounds of one round, so that no host takes all: of URLs, and of URLs of a host. */
const mostUrls = 500;
const mostPerHost = 20;

/**
 * Raises what the best hubs link to and nobody has visited (Chakrabarti et al. 1999, §3.2: neglected neighbours of great
 * hubs); in a job that is ordered by depth, what is linked to most by ranks. Each such URL is delivered to its host with a
 * better rank; what is known keeps its place if that is better. Idempotent.
 * @param id of the round: a message that is delivered twice is one
 * @returns URLs that were raised; 0 for a job whose frontier has another order
 */
export async function raiseNeglected(
  ports: Pick<Ports, 'hosts' | 'due' | 'clock'>,
  job: Job,
  settings: JobSettings,
  { web, id }: { readonly web: WebGraph; readonly id: string },
): Promise<number> {
  const promising = promisingUrls(web, settings, 4 * mostUrls);
  const byHost = Map.groupBy(
    promising.filter((candidate) => admissible(candidate, 0, settings)),
    ({ url }) => hostOf(url),
  );
  const ranking = rankingFor(settings);
  let raised = 0;
  for (const [host, all] of byHost) {
    const candidates = all.slice(0, Math.min(mostPerHost, mostUrls - raised));
    if (candidates.length === 0) continue;
    const place = duePositionOf(ranking, Math.min(...candidates.map(({ rank }) => rank)));
    const message = { candidates, hostHops: unknownHops };
    await deliver(ports, { job: job.name, host }, { id: `distil-${id}`, message }, place);
    raised += candidates.length;
  }
  return raised;
}

/** Host hops of a message that brings no host nearer. */
const unknownHops = 255;

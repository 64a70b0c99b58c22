import { readStoredObject } from '../../base/stored-json.ts';
import { hostOf } from '../../base/url/url.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { learnRaised, nothingRaised, type RaiseRecord, withRaised } from '../../graph/raising.ts';
import type { WebGraph } from '../../graph/web-graph.ts';
import { rankingFor } from '../../pipeline/frontier/candidates.ts';
import { deliver } from '../../pipeline/frontier/deliver.ts';
import { duePositionOf } from '../../pipeline/frontier/due-position.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { type PromisingUrl, promisingUrls } from './promising-urls.ts';

/** Bounds of one round, so that no host takes all: of URLs, and of URLs of a host. */
const mostUrls = 500;
const mostPerHost = 20;
const noteName = 'raised';

/**
 * Raises what the best hubs link to and nobody has visited (Chakrabarti et al. 1999, §3.2: neglected neighbours of great
 * hubs), as far as earlier rounds were right; in a job that is ordered by depth, what is linked to most by ranks. Each such URL
 * is delivered to its host with a better rank; what is known keeps its place if that is better. Idempotent.
 * @param id of the round: a message that is delivered twice is one
 * @throws the first failure, if no host could be told
 * @returns URLs that were raised; 0 for a job whose frontier has another order
 */
export async function raiseNeglected(
  ports: Pick<Ports, 'jobs' | 'hosts' | 'due' | 'clock'>,
  job: Job,
  settings: JobSettings,
  { web, id }: { readonly web: WebGraph; readonly id: string },
): Promise<number> {
  const note = await ports.jobs.note(job.name, noteName);
  const record = learnRaised(web, readRecord(note?.text));
  const byHost = Map.groupBy(promisingUrls(web, settings, record, 4 * mostUrls), ({ url }) => hostOf(url));
  const ranking = rankingFor(settings);
  const raised: PromisingUrl[] = [];
  const failures: unknown[] = [];
  for (const [host, all] of byHost) {
    const some = all.slice(0, Math.min(mostPerHost, mostUrls - raised.length));
    if (some.length === 0) continue;
    const best = Math.min(...some.map(({ rank }) => rank));
    const place = (load: number) => duePositionOf(ranking, best, load);
    const candidates = some.map(({ url, depth, rank }) => ({ url, depth, rank }));
    const message = { candidates, hostHops: unknownHops };
    try {
      await deliver(ports, { job: job.name, host }, { id: `distil-${id}`, message }, place);
      raised.push(...some);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0 && raised.length === 0) throw failures[0];
  const next = withRaised(
    web,
    record,
    raised.flatMap(({ neighbour }) => neighbour ?? []),
  );
  await ports.jobs.putNote(job.name, noteName, note?.version ?? 0, JSON.stringify(next));
  return raised.length;
}

/** Host hops of a message that brings no host nearer. */
const unknownHops = 255;

/** A damaged record counts as none. */
function readRecord(text: string | undefined): RaiseRecord {
  const { expected, found, open, ...stored } =
    (text === undefined ? undefined : readStoredObject<RaiseRecord>(text)) ?? nothingRaised;
  if (!Number.isFinite(expected) || !Number.isFinite(found) || !Array.isArray(open)) return nothingRaised;
  const displaced = Number.isFinite(stored.displaced) ? stored.displaced : found;
  return { expected, found, displaced, open };
}

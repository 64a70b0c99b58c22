import { readStoredObject } from '../../domain/base/stored-json.ts';
import { webGraphOf } from '../../domain/graph/web-graph.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { type GatherPorts, gatherGraph } from './gather-graph.ts';
import { raiseNeglected } from './raise-neglected.ts';

/** When a job was distilled. */
interface DistilNote {
  /** Visits that the graph had when it was distilled last. */
  readonly visits: number;
  /** Epoch ms before which nobody looks again. */
  readonly notBefore: number;
}

const noteName = 'distil';
/** Time between two looks, and how much longer than a look takes: at most a twentieth of the time goes into them. */
const leastMs = 10_000;
const rest = 20;
/** The share by which a graph has to grow before it is distilled again: the work per page does not grow with the crawl. */
const growth = 0.1;
/** A larger graph is left to `winnow hubs --raise`: it would hold up what else this process does. */
const mostUrls = 1_000_000;

/**
 * Raises what good hubs link to (`raiseNeglected`) when as many pages were fetched as the job says, and the graph has grown by
 * a tenth. Two calls side by side do it twice, which changes nothing.
 * @param endBy monotonic ms after which no further part of the link log is read; the next call goes on
 * @returns URLs that were raised
 */
export async function distilWhenDue(
  ports: GatherPorts & Pick<Ports, 'jobs' | 'hosts' | 'due'>,
  job: Job,
  endBy: number,
): Promise<number> {
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const every = settings.focus.distill;
  if (every === 0) return 0;
  const { clock, jobs } = ports;
  const stored = await jobs.note(job.name, noteName);
  const note: DistilNote = readNote(stored?.text);
  if (clock.now() < note.notBefore) return 0;
  const begun = clock.monotonic();
  const { gathering, over } = await gatherGraph(ports, job.name, settings, { endBy });
  const { visits, urls } = gathering.mark();
  const isDue = over && urls <= mostUrls && visits >= note.visits + Math.max(every, growth * note.visits);
  let raised = 0;
  if (isDue) {
    const web = webGraphOf(gathering.urls, gathering.names, gathering.columns());
    raised = await raiseNeglected(ports, job, settings, { web, id: String(visits) });
  }
  const notBefore = clock.now() + Math.max(leastMs, rest * (clock.monotonic() - begun));
  const next: DistilNote = { visits: isDue ? visits : note.visits, notBefore };
  await jobs.putNote(job.name, noteName, stored?.version ?? 0, JSON.stringify(next));
  return raised;
}

function readNote(text: string | undefined): DistilNote {
  const { visits, notBefore } = (text === undefined ? undefined : readStoredObject<DistilNote>(text)) ?? {};
  return { visits: Number(visits) || 0, notBefore: Number(notBefore) || 0 };
}

import { webGraphOf } from '../../domain/graph/web-graph.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { type DistilNote, distillationOf, putDistilNote } from './distil-note.ts';
import { type GatherPorts, gatherGraph } from './gather-graph.ts';
import { raiseNeglected } from './raise-neglected.ts';

/** Time between two passes, and how much longer than a pass takes: at most a twentieth of the time goes into them. */
const leastMs = 10_000;
const rest = 20;
/** The pause after a look at a graph that is too large: there may be more room by then. */
const tooLargeMs = 3_600_000;

export interface DistilSlice {
  /** Monotonic ms after which no further part of the link log is read; the next call goes on. */
  readonly endBy: number;
  /** A job whose graph has more URLs is not distilled: there is no room for it, or it would hold up what else runs here. */
  readonly mostUrls: number;
  /** Whether the call was asked for: then a pause after the last pass does not count. */
  readonly called?: boolean;
}

/** - `resting`: not due. `continues`: the link log was not read to its end. `too-large`: there is no room for the graph. */
export type DistilOutcome = 'resting' | 'continues' | 'too-large' | { readonly raised: number };

/**
 * Raises what good hubs link to (`raiseNeglected`) when as many pages were fetched as the job says, and the crawl has grown by
 * a tenth. Until then nothing of the graph is read. Two calls side by side do it twice, which changes nothing.
 */
export async function distilWhenDue(
  ports: GatherPorts & Pick<Ports, 'jobs' | 'hosts' | 'due'>,
  job: Job,
  { endBy, mostUrls, called = false }: DistilSlice,
): Promise<DistilOutcome> {
  const known = await distillationOf(ports, job, { called });
  if (known?.due === undefined) return 'resting';
  const { clock } = ports;
  const { note, due } = known;
  const begun = clock.monotonic();
  const write = (next: Omit<DistilNote, 'called'>) =>
    putDistilNote(ports, job.name, known, { ...next, called: 0 });
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const { gathering, over, isTooLarge } = await gatherGraph(ports, job.name, settings, { endBy, mostUrls });
  const pauseOver = (): number => clock.now() + Math.max(leastMs, rest * (clock.monotonic() - begun));
  if (isTooLarge) {
    const problem = `its link graph has more than the ${mostUrls} URLs that there is room for`;
    await write({ pages: note.pages, notBefore: clock.now() + tooLargeMs, problem });
    return 'too-large';
  }
  if (!over) {
    await write({ pages: note.pages, notBefore: called ? 0 : pauseOver() });
    return 'continues';
  }
  const web = webGraphOf(gathering.urls, gathering.names, gathering.columns());
  const raised = await raiseNeglected(ports, job, settings, { web, id: String(due) });
  await write({ pages: due, notBefore: pauseOver() });
  return { raised };
}

import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { WebGraph } from '../../graph/web-graph.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { type AnalysisName, type AnalysisNote, analysisOf, putAnalysisNote } from './analysis-note.ts';
import type { GatherPorts } from './gather-parts.ts';
import { withGraph } from './open-graph.ts';

/** Time between two passes, and how much longer than a pass takes: at most a twentieth of the time goes into them. */
const leastMs = 10_000;
const rest = 20;
/** The pause after a look at a graph that is too large: there may be more room by then. */
const tooLargeMs = 3_600_000;

export interface AnalysisSlice {
  /** Monotonic ms after which no further part of the link log is read; the next call goes on. */
  readonly endBy: number;
  /** A job whose graph has more URLs is not analysed: there is no room for it, or it would hold up what else runs here. */
  readonly mostUrls: number;
  /** MB from which a graph is worked on in files; absent: what the job says. */
  readonly memoryMb?: number;
  /** Whether the call was asked for: then a pause after the last pass does not count. */
  readonly called?: boolean;
}

/** - `resting`: not due. `continues`: the link log was not read to its end. `too-large`: there is no room for the graph. */
export type AnalysisOutcome<T> = 'resting' | 'continues' | 'too-large' | T;

export interface LinkAnalysis<T> {
  readonly name: AnalysisName;
  /** @param pages that were fetched so far */
  act(web: WebGraph, settings: JobSettings, pages: number): Promise<T>;
}

/**
 * Analyses the link graph of a job when as many pages were fetched as the job says, and the crawl has grown by a tenth. Until
 * then nothing of the graph is read. Two calls side by side do it twice: `act` has to be idempotent.
 */
export async function analyseWhenDue<T extends object>(
  ports: GatherPorts & Pick<Ports, 'jobs'>,
  job: Job,
  { name, act }: LinkAnalysis<T>,
  { endBy, mostUrls, memoryMb, called = false }: AnalysisSlice,
): Promise<AnalysisOutcome<T>> {
  const known = await analysisOf(ports, job, name, { called });
  if (known?.due === undefined) return 'resting';
  const { clock } = ports;
  const { note, due } = known;
  const begun = clock.monotonic();
  const write = (next: Omit<AnalysisNote, 'called'>) =>
    putAnalysisNote(ports, job.name, known, { ...next, called: 0 });
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const pauseOver = (): number => clock.now() + Math.max(leastMs, rest * (clock.monotonic() - begun));
  const room = { endBy, mostUrls, ...defined({ memoryMb }) };
  try {
    const done = await withGraph<T | 'too-large' | 'continues'>(
      ports,
      job.name,
      settings,
      room,
      ({ web, over }) => (web === undefined ? (over ? 'too-large' : 'continues') : act(web, settings, due)),
    );
    if (done === 'too-large')
      return await failed(`its link graph has more than the ${mostUrls} URLs that there is room for`);
    if (done === 'continues') await write({ pages: note.pages, notBefore: called ? 0 : pauseOver() });
    else await write({ pages: due, notBefore: pauseOver(), done });
    return done;
  } catch (error) {
    if (!(error instanceof WinnowError && error.code === 'full')) throw error;
    return await failed(`there is no room for it: ${error.message}`);
  }

  async function failed(problem: string): Promise<'too-large'> {
    await write({ pages: note.pages, notBefore: clock.now() + tooLargeMs, problem });
    return 'too-large';
  }
}

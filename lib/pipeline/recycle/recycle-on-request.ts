import { WinnowError } from '../../domain/base/error.ts';
import type { LinkSource } from '../../domain/links/link-source.ts';
import type { Ports } from '../../ports/ports.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { askAgain } from '../job/open-job.ts';
import { recycle } from './recycle.ts';
import type { RecycleReport, Recycling } from './recycle-report.ts';

/** How somebody asks for links to be recycled. */
export interface RecycleAsked {
  /** The whole link log once more. */
  readonly again?: boolean;
  /** Only links of these sources: the others are held back as before. */
  readonly sources?: readonly LinkSource[];
  /** Say what would be delivered, and change nothing. */
  readonly dryRun?: boolean;
  /** The command that asks, by which what is left of it is found. */
  readonly request?: string;
}

/**
 * Works through the open link segments of a job now, also of one that holds its links back.
 * @param endBy monotonic ms; what is left then is said
 * @throws WinnowError `usage` for what goes with nothing else, and for `sources` of a job that takes up its links by itself:
 * nothing would be held back; `not-found`
 */
export async function recycleOnRequest(
  ports: Recycling & Pick<Ports, 'entropy'>,
  name: string,
  { again = false, sources, dryRun = false, request }: RecycleAsked,
  endBy: number,
): Promise<RecycleReport> {
  if (again && (dryRun || sources !== undefined)) {
    throw new WinnowError(
      'usage',
      `again: it delivers every link of the log once more, ${dryRun ? 'and has no dry run' : 'of every source'}; hosts drop what they know`,
    );
  }
  const job = await ports.jobs.job(name);
  if (job === undefined) throw new WinnowError('not-found', `there is no job ${name}`);
  const { autoRecycleLinks } = await settingsOf(ports.jobs, name, job.config);
  if (sources !== undefined && autoRecycleLinks) {
    throw new WinnowError(
      'usage',
      `job ${name} takes up its new links by itself, of every source: sources can be told apart with autoRecycleLinks: false`,
    );
  }
  const asked = again ? await askAgain(ports, name, request === undefined ? {} : { request }) : job;
  return await recycle(ports, asked, {
    ...{ endBy, onRequest: true, dryRun },
    ...(sources === undefined ? {} : { sources }),
  });
}

import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import type { LinkSource } from '../../base/links/link-source.ts';
import type { Ports } from '../../ports/ports.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { askAgain } from '../job/open-job.ts';
import { recycle } from './recycle.ts';
import type { RecycleReport, Recycling } from './recycle-report.ts';

/** How a person asks for links to be recycled. */
export interface RecycleAsked {
  /** Recycle the whole link log again. */
  readonly again?: boolean;
  /** Only links of these sources; other links stay held back. */
  readonly sources?: readonly LinkSource[];
  /** Report what would be delivered, and change nothing. */
  readonly dryRun?: boolean;
  /** The request id of the command, under which its rest goes on. */
  readonly request?: string;
}

/**
 * Works through the open link segments of a job now, also when the job holds its links back.
 * @param endBy monotonic ms; the report says whether links are left
 * @throws WinnowError `usage` for options that exclude each other, and for `sources` in a job that recycles its links by
 * itself, where nothing would be held back; `not-found`
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
    ...defined({ sources }),
  });
}

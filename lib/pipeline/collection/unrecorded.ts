import type { Md5 } from '../../base/page/page-content.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { settingsOf } from '../base/settings-cache.ts';

/**
 * Those of some contents that no record of a job has or ever had: of turns that never committed, or have not been published
 * yet. None where raw documents of off-topic pages are kept, which have no record either.
 */
export async function unrecorded(
  { jobs, records }: Pick<Ports, 'jobs' | 'records'>,
  { name, config }: Job,
  contents: Iterable<Md5>,
): Promise<ReadonlySet<Md5>> {
  const { offTopic } = await settingsOf(jobs, name, config);
  const found = new Set<Md5>();
  if (offTopic.keep === 'all') return found;
  for (const md5 of new Set(contents)) if ((await records.revision(name, md5)) === 0) found.add(md5);
  return found;
}

import { pluginsNamed } from '../../domain/settings/plugins-named.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Ports } from '../../ports/ports.ts';
import type { TurnReport } from '../turn/turn-report.ts';

const counterOf = (id: string): string => `plugin-failures:${id}`;

/** Adds the failures of plug-ins in some turns of a job. */
export async function countPluginFailures(
  { jobs }: Pick<Ports, 'jobs'>,
  job: string,
  reports: readonly Pick<TurnReport, 'pluginFailures'>[],
): Promise<void> {
  const sum = new Map<string, number>();
  for (const { pluginFailures = {} } of reports) {
    for (const [id, times] of Object.entries(pluginFailures)) sum.set(id, (sum.get(id) ?? 0) + times);
  }
  for (const [id, times] of sum) await jobs.count(job, counterOf(id), times);
}

/** How often each plug-in of a job has failed, only those that have; undefined if none has. */
export async function pluginFailures(
  { jobs }: Pick<Ports, 'jobs'>,
  settings: JobSettings,
): Promise<Readonly<Record<string, number>> | undefined> {
  const ids = [...new Set(pluginsNamed(settings).map(({ id }) => id))];
  const counted = await Promise.all(
    ids.map(async (id) => [id, await jobs.count(settings.name, counterOf(id), 0)] as const),
  );
  const failed = counted.filter(([, times]) => times > 0);
  return failed.length === 0 ? undefined : Object.fromEntries(failed);
}

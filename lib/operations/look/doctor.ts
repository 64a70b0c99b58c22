import { WinnowError } from '../../base/error.ts';
import { formatCount } from '../../base/quantity.ts';
import { timing } from '../../domain/settings/timing.ts';
import { field, jobName, optional } from '../../pipeline/operation/input.ts';
import { itemwise, operation } from '../../pipeline/operation/operation.ts';
import { onlyThere, type Workplace } from '../../pipeline/operation/place.ts';
import { failure, note } from '../../pipeline/operation/view.ts';
import type { Check } from '../../pipeline/report/reports.ts';
import { sinkChecks, sinkReports } from '../../pipeline/sinks/sink-report.ts';
import { sinksOfJob } from '../../pipeline/sinks/sink-state.ts';
import {
  contactCheck,
  jobTroubleChecks,
  leftChecks,
  quarantineChecks,
  seedChecks,
  settingsChecks,
  topicChecks,
} from '../../pipeline/why/job-checks.ts';

import { viewCheck } from '../view-check.ts';

/** Checks of the installation, and of a job: settings, services, and whether the hosts of its seeds answer. */
export const doctor = operation({
  about: 'installation',
  input: { job: field(optional(jobName()), { says: 'check this job, too', isOfFiles: true }) },
  effect: 'reads',
  job: 'made',
  fetches: true,
  async *run(place, { job }) {
    try {
      yield* checksOf(place, job);
    } catch (error) {
      if (!(error instanceof WinnowError) || error.code === 'internal') throw error;
      const name = place.access === undefined ? 'stack' : 'data directory';
      yield { name, ok: 'fail', detail: error.message } satisfies Check;
    }
  },
  ...itemwise<Check>({
    view: viewCheck,
    end(checks) {
      const count = (kind: Check['ok']): number => checks.filter(({ ok }) => ok === kind).length;
      const [failed, warned] = [count('fail'), count('warn')];
      if (failed === 0 && warned === 0) return [note('All is well.')];
      const parts = [failed > 0 ? `${failed} failed` : [], warned > 0 ? `${warned} to look at` : []].flat();
      const told = note(`Of ${formatCount(checks.length, 'check')}: ${parts.join(', ')}.`);
      return [told, ...(failed > 0 ? [failure()] : [])];
    },
  }),
});

async function* checksOf(place: Workplace, name: string | undefined): AsyncGenerator<Check> {
  const { ports, access, openWeb } = place;
  const checks = onlyThere(place.checks);
  yield* checks.place();
  const troubled = await jobTroubleChecks(ports, await ports.jobs.jobs());
  yield* troubled;
  // Nothing more can be said of a job without settings.
  if (name === undefined || troubled.some((one) => one.name === `job ${name}` && one.ok === 'fail')) return;
  const settings = await place.settings(name);
  const status = await place.status(name);
  const contact = contactCheck(settings);
  yield contact;
  yield* settingsChecks(settings);
  yield* topicChecks(status);
  yield* checks.job(settings);
  yield* quarantineChecks(status);
  yield* leftChecks(status, ports.clock.now());
  yield* sinkChecks(await sinkReports(ports, name, await sinksOfJob(place, name)), ports.clock.now());
  // No request goes out without a contact address; those of a stack go out from its own network.
  if (contact.ok === 'fail' || access === undefined || openWeb === undefined) return;
  const { close, ...web } = await openWeb();
  try {
    yield* seedChecks({ ...ports, ...web }, settings, timing(settings.turn.maxMs));
  } finally {
    await close();
  }
}

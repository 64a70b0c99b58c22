import { identityOf } from '../../../base/url/identity.ts';
import type { JobPlace } from '../../../pipeline/operation/place.ts';
import { onlyThere } from '../../../pipeline/operation/place.ts';
import { withWeb } from '../../../pipeline/operation/with-web.ts';
import { type SeedReport, seed } from '../../../pipeline/seeds/seed.ts';
import type { Job } from '../../../ports/jobs.ts';
import { type AddedExamples, addExamples, type NamedExamples } from '../add-examples.ts';

/** What adding examples did, and which of them joined the seeds. */
export interface ExamplesAdded extends AddedExamples {
  readonly seeds: SeedReport;
}

/** Has the settings of a job say what its examples say now. */
export async function putInForce({ settings, ensureJob, of }: JobPlace): Promise<Job> {
  return await onlyThere(ensureJob)(await settings(of.name));
}

/** Adds pages as examples; those that are `in` join the seeds. */
export async function add(
  place: JobPlace,
  named: NamedExamples,
  signal: AbortSignal,
): Promise<ExamplesAdded> {
  return await withWeb(place, named.urls.length > 0, async (all, rules) => {
    const { report } = await addExamples(all, place.of, rules, named, signal);
    const job = await putInForce(place);
    const joining = named.side === 'in' ? report.added.flatMap(({ url }) => url ?? []) : [];
    return { ...report, seeds: await seed(place.ports, job, joining) };
  });
}

/** How a job writes URLs. */
export async function canonicalOf({ settings, of }: JobPlace) {
  return identityOf(await settings(of.name)).canonicalise;
}

import type { BundleEntry } from '../../archive/bundles.ts';
import { documentName } from '../../archive/documents.ts';
import type { HostName } from '../../base/url/url.ts';
import { holdOn } from '../../domain/control/hold.ts';
import type { BundleFile } from '../../ports/documents.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';

type Reading = Pick<Ports, 'documents'>;

/** Where reading goes on: behind so many bundles of the page of the listing that a cursor begins. */
export interface BundlesPlace {
  readonly cursor?: string;
  readonly taken: number;
}

const pageSize = 1_000;

/** The bundles of a job by key, each with the place behind it. */
export async function* eachBundle(
  { documents }: Reading,
  job: string,
  from?: BundlesPlace,
): AsyncGenerator<BundleFile & { readonly place: BundlesPlace }> {
  let cursor = from?.cursor;
  let skipped = from?.taken ?? 0;
  do {
    const page = await documents.bundles(job, pageSize, cursor);
    const begin = cursor === undefined ? {} : { cursor };
    for (const [at, bundle] of page.bundles.entries())
      if (at >= skipped) yield { ...bundle, place: { ...begin, taken: at + 1 } };
    skipped = 0;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

/** An answer that is no page, as a bundle has it. */
export interface BesideEntry extends BundleEntry {
  /** Of its bytes (`DocumentStore.read`). */
  readonly name: string;
}

/** What a bundle has beside pages, without hosts that are blocked. @throws WinnowError `corrupt` */
export async function besidePages(
  { documents }: Reading,
  { holds }: Pick<Job, 'holds'>,
  bundle: string,
): Promise<readonly BesideEntry[]> {
  const entries = await documents.entries(
    bundle,
    ({ beside, host }) => beside === true && holdOn(holds, host as HostName)?.verb !== 'block',
  );
  return entries.map((entry) => ({ ...entry, name: documentName({ bundle, ...entry }) }));
}

import { loadStemmers } from '../../base/language/load-stemmers.ts';
import { filterDocumentOf } from '../../domain/reading/filter-document.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Ports } from '../../ports/ports.ts';
import { type CollectionStatistics, languagesOf, openStatistics, termsOf } from '../../topic/judge.ts';
import { classHierarchy } from '../../topic/settings.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { changeLineOf } from '../collection/change-line-of.ts';

/** How much of a collection is read at most. */
export interface SampleBounds {
  readonly most?: number;
  /** Monotonic ms. */
  readonly endBy?: number;
}

/** Records that are listed at once; `atOnce`: records of a list that are read side by side. */
const listed = 200;
const atOnce = 8;

/**
 * What a collection has of each class, by its records; on request also of each term of the present topic. Reads every
 * record, or as many as the bounds let it: for people, not for a hot path. Memory does not grow with the collection.
 */
export async function statistics(
  ports: Pick<Ports, 'records' | 'changes' | 'clock'>,
  job: string,
  settings: JobSettings,
  options: { readonly terms: boolean; readonly bounds?: SampleBounds },
): Promise<CollectionStatistics> {
  if (settings.topic !== undefined) await loadStemmers(languagesOf(settings.topic));
  const definitions = (settings.topic?.filters ?? []).flatMap((filter) =>
    filter.kind === 'terms' ? [{ filter: filter.id, ...termsOf(filter) }] : [],
  );
  const counted = openStatistics(
    options.terms ? definitions : undefined,
    classHierarchy(settings.topic?.classes),
  );
  const { most = Number.POSITIVE_INFINITY, endBy = Number.POSITIVE_INFINITY } = options.bounds ?? {};
  let left = most;
  let cursor: string | undefined;
  do {
    const page = await ports.records.records(job, Math.min(listed, left), cursor);
    await sideBySide(page.records, atOnce, async (entry) => {
      const record = (await changeLineOf(ports, job, entry))?.record;
      const url = record?.urls[0] ?? '';
      counted.add(record?.topic, options.terms && record ? filterDocumentOf({ ...record, url }) : undefined);
    });
    cursor = page.cursor;
    left -= page.records.length;
  } while (cursor !== undefined && left > 0 && ports.clock.monotonic() < endBy);
  const { classes, ...rest } = counted.result();
  const labels = new Map(settings.topic?.classes?.map(({ id, label }) => [id, label]));
  return {
    ...rest,
    classes: classes.map((one) => {
      const label = labels.get(one.id) ?? one.label;
      return label === undefined ? one : { ...one, label };
    }),
  };
}

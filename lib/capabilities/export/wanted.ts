import type { PageRecord } from '../../domain/collection/record.ts';
import { isFiltering, type RecordFilter, recordFilter } from '../../pipeline/collection/record-filter.ts';
import type { JobPlace } from '../../pipeline/operation/place.ts';
import { classHierarchy } from '../../topic/settings.ts';

/** Which records are named. */
interface Naming {
  readonly md5?: readonly string[];
  readonly recordid?: readonly string[];
}

/** Whether an export has a record. */
export type IsExported = (record: PageRecord & { readonly md5: string }) => boolean;

/** @param now epoch ms, from which ages are counted */
export async function wantedOf(
  place: JobPlace,
  question: RecordFilter & Naming,
  now: number,
): Promise<IsExported> {
  const { md5 = [], recordid = [] } = question;
  const named = new Set([...md5, ...recordid].map((one) => one.toLowerCase()));
  const isNamed = (one: string): boolean => named.size === 0 || named.has(one);
  if (!isFiltering(question)) return ({ md5: one }) => isNamed(one);
  const settings = await place.settings(place.of.name);
  const { isWithin } = classHierarchy(settings.topic?.classes);
  const matches = recordFilter(question, isWithin, now);
  return (record) => isNamed(record.md5) && matches(record);
}

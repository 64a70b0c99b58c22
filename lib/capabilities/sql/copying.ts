import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Job } from '../../ports/jobs.ts';
import type { CopyNumbers } from './copy-numbers.ts';
import type { PageFacts } from './page-facts.ts';
import type { SlicedWriter } from './sliced-writer.ts';

/** What the steps of a copy work with. */
export interface Copying {
  readonly job: Job;
  readonly settings: JobSettings;
  readonly tables: SlicedWriter;
  readonly facts: PageFacts;
  readonly numbers: CopyNumbers;
  /** Classes of pages, so far. */
  readonly classes: Set<string>;
  /** The time of this slice is up. Asked after something was copied, so that every slice gets on. */
  readonly isOver: () => boolean;
}

/** Where a step goes on in the next slice; `copied`: it has copied everything. */
export type StepEnd = { readonly cursor: string } | 'copied';

const rowsBetweenLooks = 4_096;

/** Calls `copy` for each number from a cursor on, up to `end`. */
export async function copyRange(
  { isOver }: Pick<Copying, 'isOver'>,
  cursor: string | undefined,
  end: number,
  copy: (number: number) => Promise<void> | undefined,
): Promise<StepEnd> {
  for (let number = Number(cursor ?? 0); number < end; number += 1) {
    const slice = copy(number);
    if (slice !== undefined) await slice;
    if ((number + 1) % rowsBetweenLooks === 0 && isOver()) return { cursor: String(number + 1) };
  }
  return 'copied';
}

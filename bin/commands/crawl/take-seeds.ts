import { printable } from '../../../lib/base/printable.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import type { Io } from '../../io.ts';
import type { LocalTarget } from '../base/context.ts';

const shownRefusals = 10;

/** Adds the seeds of a job.yaml, and prints the refused seeds with their reasons. */
export async function takeSeeds({ crawl }: LocalTarget, seeds: readonly string[], io: Io): Promise<void> {
  const { refused } = await crawl.seed(seeds);
  for (const { input, reason } of refused.slice(0, shownRefusals)) {
    io.err(`seed ${printable(input)}: ${reason}\n`);
  }
  if (refused.length > shownRefusals)
    io.err(`and ${formatCount(refused.length - shownRefusals, 'more seed')} refused\n`);
}

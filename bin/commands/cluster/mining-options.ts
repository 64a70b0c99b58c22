import type { Command } from 'commander';
import { defaultMining, type IsTimeUp, type MiningOptions } from '../../../lib/topic/cluster.ts';
import { fractionArgument, wholeArgument } from '../base/values.ts';

/** What decides which item sets are frequent. */
export interface MiningChoice {
  readonly minSupport: number;
  readonly maxItems: number;
  readonly maxSets: number;
}

/** @param usual what holds where nobody says it */
export function addMiningOptions(command: Command, usual: MiningOptions): Command {
  return command
    .option(
      '--min-support <part>',
      'call item sets frequent that at least this part of the units has, 0 to 1',
      fractionArgument,
      usual.minSupport,
    )
    .option(
      '--max-items <number>',
      'of at most <number> terms, 1 to 20',
      wholeArgument(1, 20),
      usual.maxLength,
    )
    .option(
      '--max-sets <number>',
      'give up the longest if there are more than <number>, 1 to 10000000',
      wholeArgument(1, 10_000_000),
      usual.maxSets,
    );
}

export function miningOf({ minSupport, maxItems, maxSets }: MiningChoice): Partial<MiningOptions> {
  return { minSupport, maxLength: maxItems, maxSets };
}

/** Mining that takes longer is stopped, and says so. */
export function timeLimit(): IsTimeUp {
  const end = performance.now() + defaultMining.maxMs;
  return () => performance.now() > end;
}

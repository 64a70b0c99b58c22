import type { Command } from 'commander';
import { defaultMining, itemSetsOf } from '../../../lib/topic/cluster.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderSets } from '../../render/cluster/clusters.ts';
import { wholeArgument } from '../base/values.ts';
import { readIndexFile } from './index-file.ts';
import { addMiningOptions, type MiningChoice, miningOf, timeLimit } from './mining-options.ts';

interface SetsOptions extends MiningChoice {
  readonly index: string;
  readonly limit: number;
  readonly json?: boolean;
}

export function defineSets(command: Command, io: Io): void {
  addMiningOptions(command.command('sets'), defaultMining)
    .description('list the terms that stand together in many pages (frequent item sets)')
    .requiredOption('--index <file>', "read the index <file> of 'cluster index'")
    .option('--limit <number>', 'list at most <number> sets, 1 to 1000000', wholeArgument(1, 1_000_000), 100)
    .option('--json', 'print JSON')
    .action((options: SetsOptions) => {
      const { index } = readIndexFile(options.index);
      const mined = itemSetsOf(index, miningOf(options), timeLimit());
      const itemSets = mined.itemSets
        .toSorted((a, b) => b.items.length - a.items.length || b.support - a.support)
        .slice(0, options.limit);
      const report = { ...mined, found: mined.itemSets.length, itemSets };
      io.out(options.json === true ? json(report) : renderSets(report));
    });
}

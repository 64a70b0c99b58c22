import { Option } from 'commander';
import { WinnowError } from '../../../lib/base/error.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import { type RankKind, rankKinds } from '../../../lib/graph/ranks.ts';
import type { RankRow } from '../../../lib/graph/reports.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json, jsonRow } from '../../render/base/json.ts';
import { renderRanks } from '../../render/look/ranks.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { requestHead } from '../base/request-options.ts';
import { appendValue, wholeArgument } from '../base/values.ts';
import { writePieces } from '../base/write-pieces.ts';
import { printLoggedResult } from '../operate/logged.ts';

interface RanksOptions extends TargetOptions {
  readonly by: RankKind;
  readonly class?: string;
  readonly top: number;
  readonly sharedHost?: readonly string[];
  readonly unvisited?: true;
  readonly out?: string;
  readonly write?: true;
}

/** Lists URLs by their ranks, writes all to a file, or has hosts write them into records. */
export const ranks: DefineCommand = (command, io) => {
  addTargetOptions(command)
    .addOption(
      new Option('--by <rank>', 'largest first by <rank>').choices([...rankKinds]).default('discounted'),
    )
    .option('--class <class>', 'only pages of <class>, or a class below it')
    .option('--top <count>', 'list <count> URLs, 1 to 10000', wholeArgument(1, 10_000), 20)
    .option('--unvisited', 'list URLs that were not visited, in place of pages')
    .option(
      '--shared-host <host>',
      'on <host> and its subdomains each first folder is a site (may be repeated)',
      appendValue,
    )
    .option('--out <file>', 'write the ranks of all URLs to <file>, as lines of JSON')
    .option('--write', 'have the hosts write ranks into the records of their pages')
    .action(async (options: RanksOptions) => {
      if (options.out !== undefined && options.write === true)
        throw new WinnowError('usage', 'give --out or --write, not both');
      const shared = options.sharedHost === undefined ? {} : { shared: new Set(options.sharedHost) };
      await withJob(options, 'guest', 'refresh', async ({ installation: { graph, desk }, job }) => {
        const { out: file, by, top, class: topicClass } = options;
        if (file !== undefined) {
          const count = await graph.withRankRows(job, shared, (rows) => writePieces(file, linesOf(rows)));
          return io.out(options.json === true ? json({ urls: count }) : `${formatCount(count, 'URL')}\n`);
        }
        if (options.write === true) {
          const logged = await desk.logged(
            requestHead({ reason: `${io.program} ranks --write` }),
            { command: 'ranks --write', job },
            () => graph.tellRanks(job, shared),
          );
          return printLoggedResult(
            logged,
            options,
            io,
            ({ hosts, pages }) =>
              `${formatCount(hosts, 'host')} told the ranks of ${formatCount(pages, 'page')}: their next turns write the records that change\n`,
          );
        }
        const rows = await graph.ranks(job, {
          ...{ by, top, unvisited: options.unvisited === true, ...shared },
          ...(topicClass === undefined ? {} : { topicClass }),
        });
        io.out(options.json === true ? json(rows) : renderRanks(rows));
      });
    });
};

function* linesOf(rows: Iterable<RankRow>): Generator<string> {
  for (const row of rows) yield jsonRow(row);
}

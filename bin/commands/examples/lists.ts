import type { Command } from 'commander';
import { listsPage } from '../../../lib/capabilities/examples/set/lists-page.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderLists } from '../../render/examples/lists.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { writeBytes } from '../base/files.ts';
import { wholeArgument } from '../base/values.ts';

interface ListsOptions extends TargetOptions {
  readonly top: number;
  readonly html?: string;
}

/** Defines the command that shows what to look at between two rounds. */
export function defineLists(command: Command, io: Io): void {
  addTargetOptions(command.command('lists'))
    .description(
      'list pages to accept or reject: the best, the worst, the most doubtful, each class; and what each round brought',
    )
    .option('--top <count>', 'list <count> pages of each kind, 1 to 1000', wholeArgument(1, 1_000), 10)
    .option('--html <file>', 'also write the lists to <file>, as a page of HTML')
    .action(async (options: ListsOptions) => {
      const lists = await withJob(options, 'guest', 'ensure', ({ installation, job }) =>
        installation.examples.lists(job, options.top),
      );
      if (options.html !== undefined) writeBytes(options.html, listsPage(lists));
      io.out(options.json === true ? json(lists) : renderLists(lists));
    });
}

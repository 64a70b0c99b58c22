import type { Command } from 'commander';
import { formatCount } from '../../../lib/base/quantity.ts';
import type { Side } from '../../../lib/capabilities/examples/set/side.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';

const answers: readonly (readonly [name: string, side: Side, description: string])[] = [
  ['accept', 'in', 'say that pages of the lists are what the crawl is about; the next round learns of them'],
  [
    'reject',
    'out',
    'say that pages of the lists are not; the next round learns of them and visits them no more',
  ],
];

/** Defines the commands that answer what the lists ask. */
export function defineAnswers(command: Command, io: Io): void {
  for (const [name, side, description] of answers)
    addTargetOptions(command.command(name))
      .description(description)
      .argument('<urls...>', 'URLs of pages, as `winnow examples lists` shows them')
      .action(async (urls: readonly string[], options: TargetOptions) => {
        const set = await withJob(options, 'guest', 'ensure', ({ installation, job }) =>
          installation.examples.answer(job, side, urls),
        );
        const count = set.answers.length;
        io.out(
          options.json === true
            ? json({ answers: set.answers })
            : `${formatCount(count, 'answer')} for the next round: \`winnow examples round\` begins it\n`,
        );
      });
}

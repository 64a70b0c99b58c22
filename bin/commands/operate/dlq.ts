import { type Command, Option } from 'commander';
import { defined } from '../../../lib/base/defined.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import type { DeadLetter, StackInstallation } from '../../../lib/runtime/shared/installation.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderDeadLetter, renderDeadLetters } from '../../render/crawl/dead-letters.ts';
import { connectStack } from '../base/context.ts';
import { wholeArgument } from '../base/values.ts';
import { printLoggedResult } from './logged.ts';
import { requestHead } from '../base/request-options.ts';

interface DlqOptions {
  readonly stack?: string;
  readonly json?: true;
  readonly limit: number;
  readonly all?: true;
}

const noStackMessage =
  'give --stack NAME: dead letters exist on AWS only. On one machine, a turn that breaks is run again at once, and a page that kills its worker is counted as failed (winnow status)';

export const dlq: DefineCommand = (command, io) => {
  const subcommand = (name: string, summary: string): Command =>
    command
      .command(name)
      .description(summary)
      .option('--stack <name>', 'use the stack <name> on AWS')
      .addOption(new Option('--job <dir>').hideHelp())
      .option('--json', 'print JSON');

  subcommand('list', 'list the dead letters')
    .option(
      '--limit <number>',
      'list at most <number> dead letters, 1 to 10000',
      wholeArgument(1, 10_000),
      100,
    )
    .action(async (options: DlqOptions) => {
      const { deadLetters, now } = await withStack(options, async (stack) => ({
        deadLetters: await stack.letters.list(options.limit),
        now: stack.now(),
      }));
      io.out(options.json ? json(deadLetters) : renderDeadLetters(deadLetters, now));
    });

  subcommand('show <id>', 'show what was in one message, and the present states of its hosts').action(
    async (id: string, options: DlqOptions) => {
      const { shown, now } = await withStack(options, async (stack) => {
        const letters = (await stack.letters.list(10_000)).filter((candidate) => candidate.id === id);
        if (letters.length === 0) throw new WinnowError('not-found', `there is no dead letter ${id}`);
        const shown = await Promise.all(
          letters.map(async (letter) => ({ ...letter, host: await hostState(stack, letter) })),
        );
        return { shown, now: stack.now() };
      });
      io.out(options.json ? json(shown) : shown.map((letter) => renderDeadLetter(letter, now)).join('\n'));
    },
  );

  const defineBulkCommand = (name: 'redrive' | 'drop', summary: string, done: string): void => {
    subcommand(`${name} [ids...]`, summary)
      .option('--all', `${name} all dead letters`)
      .action(async (listed: string[], options: DlqOptions) => {
        if ((listed.length === 0) === (options.all === undefined))
          throw new WinnowError(
            'usage',
            `give either IDs or --all: winnow dlq ${name} ID…, or winnow dlq ${name} --all`,
          );
        const ids = options.all ? undefined : listed;
        const logged = await withStack(options, ({ desk, letters }) =>
          desk.logged(
            requestHead({ reason: `${io.program} dlq ${name}` }),
            { command: name, ...defined({ ids }) },
            async () => ({ letters: await letters[name](ids) }),
          ),
        );
        printLoggedResult(
          logged,
          options,
          io,
          ({ letters }) => `${formatCount(letters, 'dead letter')} ${done}\n`,
        );
      });
  };
  defineBulkCommand('redrive', 'send dead letters back to their queues', 'sent back to the queue');
  defineBulkCommand('drop', 'delete dead letters', 'deleted');
};

async function withStack<T>(
  { stack }: DlqOptions,
  use: (stack: StackInstallation) => Promise<T>,
): Promise<T> {
  if (stack === undefined) throw new WinnowError('usage', noStackMessage);
  const installation = await connectStack(stack);
  try {
    return await use(installation);
  } finally {
    await installation.close();
  }
}

/** Returns the present state of the host of a dead letter; undefined when the letter cannot be read or the host is unknown. */
async function hostState(stack: StackInstallation, { ticket, order }: DeadLetter) {
  const meant = ticket ?? order;
  return meant === undefined ? undefined : await stack.hostNow(meant.job, meant.host);
}

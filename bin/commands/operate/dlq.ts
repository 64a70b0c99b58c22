import { type Command, Option } from 'commander';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import type { DeadLetter, StackInstallation } from '../../../lib/runtime/shared/installation.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { counted } from '../../render/base/quantity.ts';
import { renderLetter, renderLetters } from '../../render/crawl/dead-letters.ts';
import { connect } from '../base/context.ts';
import { wholeArgument } from '../base/values.ts';

interface DlqOptions {
  readonly stack?: string;
  readonly json?: true;
  readonly limit: number;
  readonly all?: true;
}

const onOneMachine =
  'tickets are given up on AWS only (--stack NAME): on one machine a turn that breaks is run again at once, and a page that kills its worker fails (winnow status)';

export const dlq: DefineCommand = (command, io) => {
  const verb = (name: string, summary: string): Command =>
    command
      .command(name)
      .description(summary)
      .option('--stack <name>', 'the stack on AWS')
      .addOption(new Option('--job <dir>').hideHelp())
      .option('--json', 'print JSON');

  verb('list', 'list the tickets that were given up')
    .option('--limit <number>', 'at most so many', wholeArgument(1, 10_000), 100)
    .action(async (options: DlqOptions) => {
      const letters = await withStack(options, (stack) => stack.letters.list(options.limit));
      io.out(options.json ? json(letters) : renderLetters(letters, Date.now()));
    });

  verb('show <id>', 'show one, and what became of its host').action(
    async (id: string, options: DlqOptions) => {
      const shown = await withStack(options, async (stack) => {
        const letter = (await stack.letters.list(10_000)).find((one) => one.id === id);
        if (letter === undefined) throw new WinnowError('not-found', `there is no dead letter ${id}`);
        return { ...letter, host: await hostOf(stack, letter) };
      });
      io.out(options.json ? json(shown) : renderLetter(shown, Date.now()));
    },
  );

  const taking = (name: 'redrive' | 'drop', summary: string, said: string): void => {
    verb(`${name} [ids...]`, summary)
      .option('--all', 'all of them')
      .action(async (ids: string[], options: DlqOptions) => {
        if ((ids.length === 0) === (options.all === undefined))
          throw new WinnowError('usage', `say which: winnow dlq ${name} ID… or --all`);
        const which = options.all ? undefined : ids;
        const letters = await withStack(options, (stack) => stack.letters[name](which));
        io.out(options.json ? json({ letters }) : `${counted(letters, 'ticket')} ${said}\n`);
      });
  };
  taking('redrive', 'give them back to the queue', 'given back to the queue');
  taking('drop', 'delete them', 'deleted');
};

async function withStack<T>(
  { stack }: DlqOptions,
  use: (stack: StackInstallation) => Promise<T>,
): Promise<T> {
  if (stack === undefined) throw new WinnowError('usage', onOneMachine);
  const installation = await connect(stack);
  try {
    return await use(installation);
  } finally {
    await installation.close();
  }
}

/** How the host of a letter fares, which has gone on without it. */
async function hostOf(stack: StackInstallation, { ticket }: DeadLetter) {
  if (ticket === undefined) return undefined;
  return await stack.hostNow(ticket.job, ticket.host);
}

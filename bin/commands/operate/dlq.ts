import { type Command, Option } from 'commander';
import { WinnowError } from '../../../lib/base/error.ts';
import { ask } from '../../../lib/operations/ask.ts';
import { operations } from '../../../lib/operations/operations.ts';
import type { Operation } from '../../../lib/pipeline/operation/operation.ts';
import type { DeadLetter, StackInstallation } from '../../../lib/runtime/shared/installation.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderDeadLetter } from '../../render/crawl/dead-letters.ts';
import { connectStack } from '../base/context.ts';
import { print } from '../base/operation.ts';
import { requestHead } from '../base/request-options.ts';
import { wholeArgument } from '../base/values.ts';

interface DlqOptions {
  readonly stack?: string;
  readonly json?: true;
  readonly limit: number;
  readonly all?: true;
}

const noStackMessage =
  'give --stack NAME: dead letters exist on AWS only. On one machine, a turn that breaks is run again at once, and a page that kills its worker is counted as failed (winnow status)';

export const dlq: DefineCommand = (command, io, ended) => {
  const subcommand = (name: string, summary: string): Command =>
    command
      .command(name)
      .description(summary)
      .option('--stack <name>', 'use the stack <name> on AWS')
      .addOption(new Option('--job <dir>').hideHelp())
      .option('--json', 'print JSON');

  /** Asks a stack for an operation, and prints its answer. */
  const show = async (name: 'letters' | 'redrive' | 'drop', raw: object, options: DlqOptions) => {
    const operation: Operation = await operations[name].load();
    const { answer, now } = await withStack(options, async ({ place }) => ({
      answer: await ask({ name, operation }, place, raw, { by: '', reason: '' }),
      now: place.ports.clock.now(),
    }));
    const order = (other: string) => `${io.program} ${other} --stack ${options.stack}`;
    const { json: asJson = false } = options;
    const seen = { input: { ...raw }, now, order, next: order, isOnStack: true };
    print(operation, answer, { ...seen, json: asJson, io, ended });
  };

  subcommand('list', 'list the dead letters')
    .option(
      '--limit <number>',
      'list at most <number> dead letters, 1 to 10000',
      wholeArgument(1, 10_000),
      100,
    )
    .action(async (options: DlqOptions) => {
      await show('letters', { limit: options.limit }, options);
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

  const defineBulkCommand = (name: 'redrive' | 'drop', summary: string): void => {
    subcommand(`${name} [ids...]`, summary)
      .option('--all', `${name} all dead letters`)
      .action(async (listed: string[], options: DlqOptions) => {
        if ((listed.length === 0) === (options.all === undefined))
          throw new WinnowError(
            'usage',
            `give either IDs or --all: winnow dlq ${name} ID…, or winnow dlq ${name} --all`,
          );
        const ids = options.all ? {} : { ids: listed };
        await show(name, { ...ids, ...requestHead({ reason: `${io.program} dlq ${name}` }) }, options);
      });
  };
  defineBulkCommand('redrive', 'send dead letters back to their queues');
  defineBulkCommand('drop', 'delete dead letters');
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

import { WinnowError } from '../../../lib/base/error.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { json, jsonRow } from '../../render/base/json.ts';
import { renderWhy } from '../../render/look/why.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';

interface WhyOptions extends TargetOptions {
  readonly stdin?: boolean;
}

export const why: DefineCommand = (command, io) => {
  addTargetOptions(command)
    .argument('[url]', 'the URL to explain, known or not')
    .option(
      '--stdin',
      'read URLs from standard input, one a line (# begins a comment), and explain them in that order',
    )
    .action(async (url: string | undefined, options: WhyOptions) => {
      if ((url === undefined) !== (options.stdin === true))
        throw new WinnowError('usage', 'give one URL, or --stdin for a list');
      await withJob(options, 'guest', 'refresh', async ({ crawl }) => {
        let separator = '';
        for await (const one of url === undefined ? readUrls(io) : [url]) {
          const report = await crawl.why(one);
          if (options.json === true) io.out(options.stdin === true ? jsonRow(report) : json(report));
          else io.out(`${separator}${renderWhy(report)}`);
          separator = '\n';
        }
      });
    });
};

/** Yields the lines of standard input as they come, without empty lines and comments. */
async function* readUrls(io: Io): AsyncGenerator<string> {
  if (io.inputIsTerminal) io.err('Enter URLs, one a line, then press Ctrl-D:\n');
  let rest = '';
  for await (const chunk of io.input()) {
    const parts = (rest + chunk).split(/\r\n|\n|\r/);
    rest = parts.pop() ?? '';
    yield* parts.filter(holdsUrl);
  }
  if (holdsUrl(rest)) yield rest;
}

function holdsUrl(line: string): boolean {
  return !/^\s*(?:#|$)/.test(line);
}

import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderClassLinks } from '../../render/look/class-links.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { appendValue, wholeArgument } from '../base/values.ts';

interface LinksOptions extends TargetOptions {
  readonly fromClass?: string;
  readonly toClass?: string;
  readonly top: number;
  readonly sharedHost?: readonly string[];
}

/** Lists how the classes of a topic link to each other, and the pages that join two of them. */
export const links: DefineCommand = (command, io) => {
  addTargetOptions(command)
    .option('--from-class <class>', 'only links of pages of <class>, or a class below it')
    .option('--to-class <class>', 'only links to pages of <class>, or a class below it')
    .option('--top <count>', 'list <count> lines of each kind, 1 to 1000', wholeArgument(1, 1_000), 20)
    .option(
      '--shared-host <host>',
      'on <host> and its subdomains each first folder is a site (may be repeated)',
      appendValue,
    )
    .action(async (options: LinksOptions) => {
      const { fromClass: from, toClass: to, top, sharedHost } = options;
      const report = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
        installation.graph.classLinks(job, {
          top,
          ...(from === undefined ? {} : { from }),
          ...(to === undefined ? {} : { to }),
          ...(sharedHost === undefined ? {} : { shared: new Set(sharedHost) }),
        }),
      );
      io.out(options.json === true ? json(report) : renderClassLinks(report));
    });
};

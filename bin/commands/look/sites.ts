import { Option } from 'commander';
import type { SiteReportOptions } from '../../../lib/graph/reports.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderSites } from '../../render/look/sites.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { appendValue, wholeArgument } from '../base/values.ts';

interface SitesOptions extends TargetOptions {
  readonly class?: string;
  readonly top: number;
  readonly minPages: number;
  readonly sort: SiteReportOptions['sort'];
  readonly sharedHost?: readonly string[];
}

/** Lists the sites of a crawl with what was found there. */
export const sites: DefineCommand = (command, io) => {
  addTargetOptions(command)
    .option('--class <class>', 'only pages of <class>, or a class below it, count as relevant')
    .option('--top <count>', 'list <count> sites, 1 to 10000', wholeArgument(1, 10_000), 20)
    .option(
      '--min-pages <count>',
      'only sites with at least <count> visited pages',
      wholeArgument(1, 1_000_000),
      1,
    )
    .addOption(
      new Option('--sort <by>', 'largest first by relevant pages, mean relevance, rank or pages')
        .choices(['relevant', 'density', 'rank', 'pages'])
        .default('relevant'),
    )
    .option(
      '--shared-host <host>',
      'on <host> and its subdomains each first folder is a site (may be repeated)',
      appendValue,
    )
    .action(async (options: SitesOptions) => {
      const { class: topicClass, top, minPages, sort, sharedHost } = options;
      const report = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
        installation.graph.sites(job, {
          ...{ top, minPages, sort },
          ...(topicClass === undefined ? {} : { topicClass }),
          ...(sharedHost === undefined ? {} : { shared: new Set(sharedHost) }),
        }),
      );
      io.out(options.json === true ? json(report) : renderSites(report));
    });
};

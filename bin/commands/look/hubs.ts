import type { Installation } from '../../../lib/runtime/shared/installation.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderHubs } from '../../render/look/hubs.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { requestHead } from '../base/request-options.ts';
import { appendValue, fractionArgument, wholeArgument } from '../base/values.ts';

interface HubsOptions extends TargetOptions {
  readonly class?: string;
  readonly top: number;
  readonly authorities: number;
  readonly iterations: number;
  readonly sharedHost?: readonly string[];
  readonly everySiteVotes?: true;
  readonly raise?: true;
}

/** Lists the best hubs and authorities of a crawl, and raises what good hubs link to. */
export const hubs: DefineCommand = (command, io) => {
  addTargetOptions(command)
    .option('--class <class>', 'let only pages of <class>, or a class below it, be authorities')
    .option('--top <count>', 'list <count> pages of each kind, 1 to 1000', wholeArgument(1, 1_000), 10)
    .option(
      '--authorities <part>',
      'let this <part> of the judged pages, the most relevant, be authorities',
      fractionArgument,
      0.15,
    )
    .option('--iterations <count>', 'iterate <count> times, 1 to 500', wholeArgument(1, 500), 50)
    .option(
      '--shared-host <host>',
      'on <host> and its subdomains each first folder is a site (may be repeated)',
      appendValue,
    )
    .option('--every-site-votes', 'count sites of one owner, or that agree on links, as voters of their own')
    .option('--raise', 'raise in the frontier what the best hubs link to and nobody has visited')
    .action(async (options: HubsOptions) => {
      const { class: topicClass, top, authorities: share, iterations, sharedHost } = options;
      const { report, raised } = await withJob(
        options,
        'guest',
        'refresh',
        async ({ installation, job }) => ({
          report: await installation.graph.hubs(job, {
            ...{ top, share, iterations, everySiteVotes: options.everySiteVotes === true },
            ...(topicClass === undefined ? {} : { topicClass }),
            ...(sharedHost === undefined ? {} : { shared: new Set(sharedHost) }),
          }),
          raised: options.raise === true ? await raise(installation, job, io) : undefined,
        }),
      );
      const all = raised === undefined ? report : { ...report, raised };
      io.out(options.json === true ? json(all) : renderHubs(all));
    });
};

async function raise({ graph, desk }: Installation, job: string, io: Io): Promise<number | undefined> {
  const logged = await desk.logged(
    requestHead({ reason: `${io.program} hubs --raise` }),
    { command: 'hubs --raise', job },
    () => graph.raiseNeglected(job),
  );
  return 'done' in logged ? logged.done : undefined;
}

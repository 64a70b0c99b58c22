import { WinnowError } from '../../../lib/domain/base/error.ts';
import { type LinkSource, linkSources } from '../../../lib/domain/links/link-source.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderRecycling } from '../../render/look/reports.ts';
import { type TargetOptions, targetOptions, withJob } from '../base/context.ts';
import { type AskedOptions, askedFor, askedOptions } from './asked-by.ts';
import { printLogged } from './logged.ts';

interface RecycleOptions extends TargetOptions, AskedOptions {
  readonly again?: true;
  readonly source?: string;
}

export const recycle: DefineCommand = (command, io) => {
  askedOptions(targetOptions(command))
    .option('--again', 'read the whole link log once more: the hosts drop what they know')
    .option(
      '--source <a,b>',
      `only links of these sources: ${linkSources.join(', ')}; the others stay held back (autoRecycleLinks: false)`,
    )
    .action(async (options: RecycleOptions) => {
      const sources = options.source === undefined ? undefined : sourcesIn(options.source);
      const asked = {
        again: options.again === true,
        ...(sources === undefined ? {} : { sources }),
      };
      if (options.dryRun) {
        const report = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
          installation.recycle(job, { ...asked, dryRun: true }),
        );
        return io.out(
          options.json === true
            ? json({ ...report, dryRun: true })
            : `${renderRecycling(report)}nothing was changed\n`,
        );
      }
      const logged = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
        installation.desk.logged(askedFor(options), { command: 'recycle', job, ...asked }, (request) =>
          installation.recycle(job, { ...asked, request }),
        ),
      );
      printLogged(logged, options, io, renderRecycling);
    });
};

function sourcesIn(list: string): readonly LinkSource[] {
  const named = list.split(',').map((name) => name.trim());
  const known = linkSources.filter((source) => named.includes(source));
  const wrong = named.find((name) => !(linkSources as readonly string[]).includes(name));
  if (wrong === undefined) return known;
  throw new WinnowError(
    'usage',
    `--source ${wrong}: expected ${linkSources.join(', ')}, or several with commas`,
  );
}

import { WinnowError } from '../../../lib/base/error.ts';
import { type LinkSource, linkSources } from '../../../lib/base/links/link-source.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderRecycling } from '../../render/look/reports.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { printLoggedResult } from './logged.ts';
import { addRequestOptions, type RequestOptions, requestHead } from './request-options.ts';

interface RecycleOptions extends TargetOptions, RequestOptions {
  readonly again?: true;
  readonly source?: string;
}

export const recycle: DefineCommand = (command, io) => {
  addRequestOptions(addTargetOptions(command))
    .option('--again', 'read the whole link log again; hosts drop the links that they already know')
    .option(
      '--source <a,b>',
      `recycle only links of these sources: ${linkSources.join(', ')}; other links stay held back (autoRecycleLinks: false)`,
    )
    .action(async (options: RecycleOptions) => {
      const sources = options.source === undefined ? undefined : parseSources(options.source);
      const recycleOptions = {
        again: options.again === true,
        ...(sources === undefined ? {} : { sources }),
      };
      if (options.dryRun) {
        const report = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
          installation.recycle(job, { ...recycleOptions, dryRun: true }),
        );
        return io.out(
          options.json === true
            ? json({ ...report, dryRun: true })
            : `${renderRecycling(report)}nothing was changed\n`,
        );
      }
      const logged = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
        installation.desk.logged(
          requestHead(options),
          { command: 'recycle', job, ...recycleOptions },
          (request) => installation.recycle(job, { ...recycleOptions, request }),
        ),
      );
      printLoggedResult(logged, options, io, renderRecycling);
    });
};

function parseSources(list: string): readonly LinkSource[] {
  const names = list.split(',').map((name) => name.trim());
  const known = linkSources.filter((source) => names.includes(source));
  const unknown = names.find((name) => !(linkSources as readonly string[]).includes(name));
  if (unknown === undefined) return known;
  throw new WinnowError(
    'usage',
    `--source ${unknown}: expected ${linkSources.join(', ')}, or several with commas`,
  );
}

import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderOrphans } from '../../render/look/reports.ts';
import { type TargetOptions, targetOptions, withJob } from '../base/context.ts';
import { type AskedOptions, askedFor, askedOptions } from './asked-by.ts';
import { printLogged } from './logged.ts';

export const orphans: DefineCommand = (command, io) => {
  askedOptions(targetOptions(command)).action(async (options: TargetOptions & AskedOptions) => {
    if (options.dryRun) {
      const found = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
        installation.graph.orphans(job),
      );
      return io.out(options.json === true ? json(found) : renderOrphans(found));
    }
    const logged = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
      installation.desk.logged(
        askedFor(options),
        { command: 'orphans', job },
        () => installation.graph.tellOrphans(job),
        ({ pages, orphans: found, again, hosts }) => ({
          ...{ pages, orphans: found.length, again: again.length, hosts },
        }),
      ),
    );
    printLogged(logged, options, io, renderOrphans);
  });
};

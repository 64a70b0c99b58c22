import type { DefineCommand } from '../command-table.ts';
import { json } from '../render/json.ts';
import { renderOrphans } from '../render/reports.ts';
import { type AskedOptions, askedFor, askedOptions } from './asked-by.ts';
import { type TargetOptions, targetOptions, withTarget } from './context.ts';

export const orphans: DefineCommand = (command, io) => {
  askedOptions(targetOptions(command)).action(async (options: TargetOptions & AskedOptions) => {
    const report = await withTarget(options, 'guest', ({ installation, job }) => {
      if (options.dryRun) return installation.graph.orphans(job);
      return installation.desk.logged(
        askedFor(options),
        { command: 'orphans', job },
        () => installation.graph.tellOrphans(job),
        ({ pages, orphans: found, again, hosts }) => ({
          ...{ pages, orphans: found.length, again: again.length, hosts },
        }),
      );
    });
    io.out(options.json === true ? json(report) : renderOrphans(report));
  });
};

import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderOrphans } from '../../render/look/reports.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { printLoggedResult } from './logged.ts';
import { addRequestOptions, type RequestOptions, requestHead } from './request-options.ts';

export const orphans: DefineCommand = (command, io) => {
  addRequestOptions(addTargetOptions(command)).action(async (options: TargetOptions & RequestOptions) => {
    if (options.dryRun) {
      const found = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
        installation.graph.orphans(job),
      );
      return io.out(options.json === true ? json(found) : renderOrphans(found));
    }
    const logged = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
      installation.desk.logged(
        requestHead(options),
        { command: 'orphans', job },
        () => installation.graph.tellOrphans(job),
        ({ pages, orphans: found, again, hosts }) => ({
          ...{ pages, orphans: found.length, again: again.length, hosts },
        }),
      ),
    );
    printLoggedResult(logged, options, io, renderOrphans);
  });
};

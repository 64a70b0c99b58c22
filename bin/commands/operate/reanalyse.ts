import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderReanalyse, renderReanalysis } from '../../render/look/reanalysis.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { printLoggedResult } from './logged.ts';
import { addRequestOptions, type RequestOptions, requestHead } from './request-options.ts';

export const reanalyse: DefineCommand = (command, io) => {
  addRequestOptions(addTargetOptions(command)).action(async (options: TargetOptions & RequestOptions) => {
    if (options.dryRun) {
      const found = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
        installation.reanalysis(job),
      );
      return io.out(options.json === true ? json(found) : renderReanalysis(found));
    }
    const logged = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
      installation.desk.logged(
        requestHead(options),
        { command: 'reanalyse', job },
        () => installation.reanalyse(job),
        ({ hosts, pages }) => ({ hosts, pages }),
      ),
    );
    printLoggedResult(logged, options, io, renderReanalyse);
  });
};

import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderStatus } from '../../render/look/status.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';

export const status: DefineCommand = (command, io) => {
  addTargetOptions(command).action(async (options: TargetOptions) => {
    const { report, now } = await withJob(options, 'guest', 'refresh', async ({ crawl, installation }) => ({
      report: await crawl.status(),
      now: installation.now(),
    }));
    io.out(options.json === true ? json(report) : renderStatus(report, now));
  });
};

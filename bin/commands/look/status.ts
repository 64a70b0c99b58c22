import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderStatus } from '../../render/look/status.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';

export const status: DefineCommand = (command, io) => {
  addTargetOptions(command).action(async (options: TargetOptions) => {
    const report = await withJob(options, 'guest', 'refresh', ({ crawl }) => crawl.status());
    io.out(options.json === true ? json(report) : renderStatus(report, Date.now()));
  });
};

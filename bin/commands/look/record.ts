import { WinnowError } from '../../../lib/domain/base/error.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderRecord } from '../../render/look/records.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';

interface RecordOptions extends TargetOptions {
  readonly text?: boolean;
}

export const record: DefineCommand = (command, io) => {
  addTargetOptions(command)
    .argument('<md5|url>', 'the MD5 of the record, or one of its URLs')
    .option('--text', 'print the whole text, not only its beginning')
    .action(async (md5OrUrl: string, options: RecordOptions) => {
      const view = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
        installation.record(job, md5OrUrl),
      );
      if (view === undefined)
        throw new WinnowError(
          'not-found',
          `no record ${JSON.stringify(md5OrUrl)}; 'winnow why URL' explains what happened to a URL`,
        );
      io.out(options.json === true ? json(view) : renderRecord(view, options.text === true));
    });
};

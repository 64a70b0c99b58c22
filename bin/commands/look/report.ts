import { resolve } from 'node:path';
import { reportPage } from '../../../lib/domain/report/html/page.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { writeBytes } from '../base/files.ts';

interface ReportOptions extends TargetOptions {
  readonly out?: string;
}

export const report: DefineCommand = (command, io) => {
  addTargetOptions(command)
    .option(
      '--out <file>',
      'write the page to <file> (default: JOB-report.html in the current directory; on AWS only to the bucket)',
    )
    .action(async (options: ReportOptions) => {
      const { report: reportData, page } = await withJob(
        options,
        'guest',
        'refresh',
        ({ installation, job }) => installation.report(job),
      );
      const file =
        options.out ??
        (page === undefined && options.json !== true ? `${reportData.job}-report.html` : undefined);
      if (file !== undefined) writeBytes(file, reportPage(reportData));
      if (options.json === true) return io.out(json(reportData));
      const paths = [file === undefined ? [] : [resolve(file)], page === undefined ? [] : [page]].flat();
      io.out(paths.map((place) => `${place}\n`).join(''));
      if (file === undefined) io.err('give --out FILE to write the page to this machine, too\n');
    });
};

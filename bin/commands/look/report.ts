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
      'where to write the page (default: JOB-report.html, here; on AWS in the bucket only)',
    )
    .action(async (options: ReportOptions) => {
      const { report: made, page } = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
        installation.report(job),
      );
      const file =
        options.out ?? (page === undefined && options.json !== true ? `${made.job}-report.html` : undefined);
      if (file !== undefined) writeBytes(file, reportPage(made));
      if (options.json === true) return io.out(json(made));
      const places = [file === undefined ? [] : [resolve(file)], page === undefined ? [] : [page]].flat();
      io.out(places.map((place) => `${place}\n`).join(''));
      if (file === undefined) io.err('--out FILE writes it here, too\n');
    });
};

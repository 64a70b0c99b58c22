import { join, resolve } from 'node:path';
import { importCombineJob } from '../../../lib/config/combine/import-job.ts';
import { writeJobFiles } from '../../../lib/config/combine/write-files.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderImport } from '../../render/crawl/import-report.ts';

interface ImportOptions {
  readonly out?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export const importCombine: DefineCommand = (command, io) => {
  command
    .argument('<dir>', 'the directory of the Combine job, with its combine.cfg')
    .option(
      '--out <dir>',
      'write the new job to <dir> (default: the name of the job with -winnow, in the current directory)',
    )
    .option('--force', 'overwrite an existing job; its stored data stays')
    .option('--json', 'print JSON')
    .action((directory: string, options: ImportOptions) => {
      const { name, files, items } = importCombineJob(directory);
      const out = options.out ?? `${name}-winnow`;
      writeJobFiles(resolve(out), files, options.force === true);
      const names = Object.keys(files);
      if (options.json === true) {
        return io.out(json({ job: name, files: names.map((file) => join(resolve(out), file)), items }));
      }
      io.out(renderImport({ out, files: names, items, program: io.program }));
    });
};

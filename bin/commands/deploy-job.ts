import { requireContact } from '../../lib/config/contact.ts';
import { loadJob } from '../../lib/config/load-job.ts';
import { WinnowError } from '../../lib/domain/error.ts';
import type { DefineCommand } from '../command-table.ts';
import { json } from '../render/json.ts';
import { renderSeeds } from '../render/reports.ts';
import { connect } from './context.ts';

interface DeployOptions {
  readonly stack: string;
  readonly json?: boolean;
}

export const deployJob: DefineCommand = (command, io) => {
  command
    .argument('<dir>', 'the directory of the job')
    .requiredOption('--stack <name>', 'the stack that is to run it')
    .option('--json', 'print JSON')
    .action(async (directory: string, options: DeployOptions) => {
      const { settings, file } = loadJob(directory);
      requireContact(settings);
      if (settings.limits.pagesPerDay === undefined) {
        throw new WinnowError(
          'config',
          `${file}: limits.pagesPerDay must be set: no crawl runs on AWS without a ceiling`,
        );
      }
      const installation = await connect(options.stack);
      try {
        const job = await installation.ensureJob(settings);
        const seeds = await installation.seed(job.name, settings.seeds);
        if (options.json === true) return io.out(json({ job, seeds }));
        io.out(
          `${renderSeeds(seeds)}${job.name} is in ${options.stack}, settings ${job.config}, ${job.state}\n` +
            `Next: ${io.program} crawl --stack ${options.stack} --job-name ${job.name}\n`,
        );
      } finally {
        await installation.close();
      }
    });
};

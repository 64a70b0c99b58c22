import { requireContact } from '../../../lib/config/job/contact.ts';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderFetch } from '../../render/look/reports.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';

export const fetchPage: DefineCommand = (command, io, ended) => {
  addTargetOptions(command)
    .argument('<url>', 'the URL of the page to fetch')
    .action(async (url: string, options: TargetOptions) => {
      if (options.stack === undefined) requireContact(loadJob(options.job).settings);
      const signal = io.interrupted();
      const { report, now } = await withJob(options, 'worker', 'ensure', async ({ crawl, installation }) => ({
        report: await crawl.fetch(url, signal),
        now: installation.now(),
      }));
      io.out(options.json === true ? json(report) : renderFetch(report, now));
      if (report.visit.outcome === 'failed') ended(1);
    });
};

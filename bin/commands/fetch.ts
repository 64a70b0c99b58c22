import { requireContact } from '../../lib/config/contact.ts';
import { loadJob } from '../../lib/config/load-job.ts';
import type { FetchReport } from '../../lib/runtime/installation.ts';
import type { DefineCommand } from '../command-table.ts';
import type { Io } from '../io.ts';
import { json } from '../render/json.ts';
import { renderFetch } from '../render/reports.ts';
import { type TargetOptions, targetOptions, withLocal, withTarget } from './context.ts';

export const fetchPage: DefineCommand = (command, io, ended) => {
  targetOptions(command)
    .argument('<url>', 'the page')
    .action(async (url: string, options: TargetOptions) => {
      const report = await fetchOne(url, options, io);
      io.out(options.json === true ? json(report) : renderFetch(report, Date.now()));
      if (report.visit.outcome === 'failed') ended(1);
    });
};

async function fetchOne(url: string, options: TargetOptions, io: Io): Promise<FetchReport> {
  const signal = io.interrupted();
  if (options.stack !== undefined) {
    return withTarget(options, 'worker', ({ installation, job }) => installation.fetchOne(job, url, signal));
  }
  const loaded = loadJob(options.job);
  requireContact(loaded.settings);
  return withLocal(loaded, 'worker', async ({ installation }) => {
    const { name } = await installation.ensureJob(loaded.settings);
    return installation.fetchOne(name, url, signal);
  });
}

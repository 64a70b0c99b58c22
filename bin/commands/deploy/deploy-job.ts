import { resolve } from 'node:path';
import { requireContact } from '../../../lib/config/job/contact.ts';
import { type LoadedJob, loadJob } from '../../../lib/config/job/load-job.ts';
import { type FileText, readText } from '../../../lib/config/layers/layer-file.ts';
import { requireSelfContained } from '../../../lib/config/layers/self-contained.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import { settingsChecks } from '../../../lib/runtime/shared/doctor.ts';
import type { StackInstallation } from '../../../lib/runtime/shared/installation.ts';
import { storeJob } from '../../../lib/runtime/shared/store-job.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { formatCount } from '../../render/base/quantity.ts';
import { renderCheck } from '../../render/look/doctor.ts';
import { renderSeeds } from '../../render/look/reports.ts';
import { connectStack } from '../base/context.ts';

interface DeployOptions {
  readonly stack: string;
  readonly installation?: string;
  readonly json?: boolean;
}

export const deployJob: DefineCommand = (command, io) => {
  command
    .argument('<dir>', 'the directory of the job to deploy')
    .requiredOption('--stack <name>', 'deploy the job to the stack <name> on AWS')
    .option(
      '--installation <file>',
      'store <file> as the defaults of later deployments, and apply its deny list to all jobs of the stack',
    )
    .option('--json', 'print JSON')
    .action(async (directory: string, options: DeployOptions) => {
      const installationFile = readInstallationFile(options);
      // Faults in the files are reported before any request to AWS. The second `loadJob` adds defaults that the stack has.
      loadJob(directory, () => installationFile);
      const installation = await connectStack(options.stack);
      try {
        const defaults = installationFile ?? (await installation.defaults());
        const loaded = loadJob(directory, () => defaults);
        requireDeployable(loaded);
        for (const check of settingsChecks(loaded.settings)) io.err(renderCheck(check));
        const report = await deploy(installation, loaded, installationFile);
        if (options.json === true) return io.out(json(report));
        const { job, seeds } = report;
        io.out(
          `${renderSeeds(seeds)}${renderInstallation(report)}` +
            `deployed job ${job.name} to stack ${options.stack}: settings ${job.config}, state ${job.state}\n` +
            `Next: ${io.program} crawl --stack ${options.stack} --job-name ${job.name}\n`,
        );
      } finally {
        await installation.close();
      }
    });
};

async function deploy(
  installation: StackInstallation,
  loaded: LoadedJob,
  installationFile: FileText | undefined,
) {
  const { settings } = loaded;
  const job = await storeJob(installation, loaded);
  if (installationFile !== undefined) await installation.setDefaults(installationFile.text);
  const jobsWithNewDenyList = await installation.denyHosts(settings.deny);
  const others = (await installation.jobs()).map(({ name }) => name).filter((name) => name !== job.name);
  const seeds = await installation.seed(job.name, settings.seeds);
  return {
    job,
    seeds,
    ...(installationFile === undefined
      ? {}
      : { installation: { file: installationFile.file, denied: jobsWithNewDenyList, others } }),
  };
}

type DeployReport = Awaited<ReturnType<typeof deploy>>;

function renderInstallation({ installation }: DeployReport): string {
  if (installation === undefined) return '';
  const { file, denied: jobsWithNewDenyList, others } = installation;
  const list =
    jobsWithNewDenyList.length === 0
      ? ''
      : `; its new deny list applies to ${formatCount(jobsWithNewDenyList.length, 'job')}`;
  const rest =
    others.length === 0
      ? ''
      : `; ${others.join(', ')} keep their other settings until they are deployed again`;
  return `${file} applies to jobs deployed from now on${list}${rest}\n`;
}

function readInstallationFile({ installation }: DeployOptions): FileText | undefined {
  if (installation === undefined) return undefined;
  const file = resolve(installation);
  const installationFile = { file, text: readText(file, '--installation names an installation.yaml') };
  requireSelfContained(installationFile);
  return installationFile;
}

/** @throws WinnowError `config` for a job without contact address or without limits.pagesPerDay */
function requireDeployable({ settings, file }: LoadedJob): void {
  requireContact(settings);
  if (settings.limits.pagesPerDay === undefined) {
    throw new WinnowError(
      'config',
      `${file}: set limits.pagesPerDay: no crawl runs on AWS without a ceiling`,
    );
  }
}

import { resolve } from 'node:path';
import { WinnowError } from '../../../lib/base/error.ts';
import { printable } from '../../../lib/base/printable.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import { type LoadedJob, loadJob } from '../../../lib/config/job/load-job.ts';
import { requireSelfContained } from '../../../lib/config/job/self-contained.ts';
import { type ChangedSetting, describeChange } from '../../../lib/config/layers/changed-settings.ts';
import { type FileText, readText } from '../../../lib/config/layers/layer-file.ts';
import { settingsVersion } from '../../../lib/config/stored/settings-json.ts';
import { requireContact } from '../../../lib/domain/settings/contact.ts';
import { viewSeeds } from '../../../lib/pipeline/seeds/view-seeds.ts';
import { settingsChecks } from '../../../lib/runtime/shared/doctor.ts';
import type { StackInstallation } from '../../../lib/runtime/shared/installation.ts';
import { storeJob } from '../../../lib/runtime/shared/store-job.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderView } from '../../render/base/view.ts';
import { renderCheck } from '../../render/look/doctor.ts';
import { connectStack } from '../base/context.ts';
import { addRequestOptions, logged, type RequestOptions } from '../base/request-options.ts';
import { printLoggedResult } from '../operate/logged.ts';

interface DeployOptions extends RequestOptions {
  readonly stack: string;
  readonly installation?: string;
  readonly json?: boolean;
}

export const deployJob: DefineCommand = (command, io) => {
  addRequestOptions(command.argument('<dir>', 'the directory of the job to deploy'))
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
        const { name: job } = loaded.settings;
        const changes = await installation.changes(loaded.settings);
        if (options.dryRun) {
          return io.out(
            options.json === true ? json({ job, changes, dryRun: true }) : renderDryRun(job, changes),
          );
        }
        const deployed = await logged(
          installation.place,
          options,
          {
            entry: { command: 'deploy-job', job, config: settingsVersion(loaded.settings) },
            inShort: ({ job: { config }, seeds }) => ({
              config,
              seeds: seeds.accepted.length,
              changes: changes?.slice(0, loggedChanges).map(describeChange) ?? 'new',
            }),
          },
          async () => ({ ...(await deploy(installation, loaded, installationFile)), changes }),
        );
        printLoggedResult(deployed, options, io, (report) =>
          renderDeployed(report, options.stack, io.program),
        );
      } finally {
        await installation.close();
      }
    });
};

/** Entries of the command log have a bound. */
const loggedChanges = 100;

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

type DeployReport = Awaited<ReturnType<typeof deploy>> & Changes;

interface Changes {
  readonly changes: readonly ChangedSetting[] | undefined;
}

function renderDryRun(job: string, changes: Changes['changes']): string {
  return `${renderChanges(changes)}nothing was changed: job ${job} would be deployed\n`;
}

function renderDeployed(report: DeployReport, stack: string, program: string): string {
  const { job, seeds, changes } = report;
  return (
    `${renderView(viewSeeds(seeds), String)}${renderInstallation(report)}${renderChanges(changes)}` +
    `deployed job ${job.name} to stack ${stack}: settings ${job.config}, state ${job.state}\n` +
    `Next: ${program} crawl --stack ${stack} --job-name ${job.name}\n`
  );
}

/** A line for each. */
function renderChanges(changes: Changes['changes']): string {
  if (changes === undefined) return 'new: the stack has no settings of the job\n';
  if (changes.length === 0) return 'unchanged: the stack has these settings\n';
  return changes.map((change) => `changed: ${printable(describeChange(change))}\n`).join('');
}

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

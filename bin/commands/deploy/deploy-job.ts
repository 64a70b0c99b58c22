import { resolve } from 'node:path';
import { requireContact } from '../../../lib/config/job/contact.ts';
import { type LoadedJob, loadJob } from '../../../lib/config/job/load-job.ts';
import { type FileText, readText } from '../../../lib/config/layers/layer-file.ts';
import { requireSelfContained } from '../../../lib/config/layers/self-contained.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import { supersededChecks } from '../../../lib/runtime/shared/doctor.ts';
import type { StackInstallation } from '../../../lib/runtime/shared/installation.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { formatCount } from '../../render/base/quantity.ts';
import { renderCheck } from '../../render/look/doctor.ts';
import { renderSeeds } from '../../render/look/reports.ts';
import { connectStack, storeJob } from '../base/context.ts';

interface DeployOptions {
  readonly stack: string;
  readonly installation?: string;
  readonly json?: boolean;
}

export const deployJob: DefineCommand = (command, io) => {
  command
    .argument('<dir>', 'the directory of the job')
    .requiredOption('--stack <name>', 'the stack that is to run it')
    .option('--installation <file>', 'defaults and deny list for the jobs of the stack, from now on')
    .option('--json', 'print JSON')
    .action(async (directory: string, options: DeployOptions) => {
      const given = installationFile(options);
      // What is wrong with the files is said before anybody asks AWS; the stack may have the rest of the settings.
      loadJob(directory, () => given);
      const installation = await connectStack(options.stack);
      try {
        const defaults = given ?? (await installation.defaults());
        const loaded = loadJob(directory, () => defaults);
        requireDeployable(loaded);
        for (const check of supersededChecks(loaded.settings)) io.err(renderCheck(check));
        const report = await deploy(installation, loaded, given);
        if (options.json === true) return io.out(json(report));
        const { job, seeds } = report;
        io.out(
          `${renderSeeds(seeds)}${renderInstallation(report)}` +
            `${job.name} is in ${options.stack}, settings ${job.config}, ${job.state}\n` +
            `Next: ${io.program} crawl --stack ${options.stack} --job-name ${job.name}\n`,
        );
      } finally {
        await installation.close();
      }
    });
};

async function deploy(installation: StackInstallation, loaded: LoadedJob, given: FileText | undefined) {
  const { settings } = loaded;
  const job = await storeJob(installation, loaded);
  if (given !== undefined) await installation.setDefaults(given.text);
  const denied = await installation.denyHosts(settings.deny);
  const others = (await installation.jobs()).map(({ name }) => name).filter((name) => name !== job.name);
  const seeds = await installation.seed(job.name, settings.seeds);
  return {
    job,
    seeds,
    ...(given === undefined ? {} : { installation: { file: given.file, denied, others } }),
  };
}

type DeployReport = Awaited<ReturnType<typeof deploy>>;

function renderInstallation({ installation }: DeployReport): string {
  if (installation === undefined) return '';
  const { file, denied, others } = installation;
  const list =
    denied.length === 0 ? '' : `; its deny list holds for ${formatCount(denied.length, 'other job')} now`;
  const rest =
    others.length === 0
      ? ''
      : `; until they are deployed again, ${others.join(', ')} keep their other settings`;
  return `${file} holds for what is deployed from now on${list}${rest}\n`;
}

function installationFile({ installation }: DeployOptions): FileText | undefined {
  if (installation === undefined) return undefined;
  const file = resolve(installation);
  const given = { file, text: readText(file, '--installation names an installation.yaml') };
  requireSelfContained(given);
  return given;
}

/** @throws WinnowError `config` */
function requireDeployable({ settings, file }: LoadedJob): void {
  requireContact(settings);
  if (settings.limits.pagesPerDay === undefined) {
    throw new WinnowError(
      'config',
      `${file}: limits.pagesPerDay must be set: no crawl runs on AWS without a ceiling`,
    );
  }
}

import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { WinnowError } from '../lib/base/error.ts';
import { account, environmentOf, region } from './env.ts';
import type { Cloud } from './state.ts';

const root = join(import.meta.dirname, '..');
const cli = join(root, 'node_modules', 'aws-cdk', 'bin', 'cdk');

export interface DeployOptions {
  /** CDK context, where the stack's settings come from; what is not given has its default. */
  readonly context: Readonly<Record<string, string>>;
  /** Where synthesis and outputs go; a directory for each deployment that may run beside another. */
  readonly outDir: string;
  /** Whether the CDK's own account of it goes to the terminal. */
  readonly verbose: boolean;
  /** The cloud was bootstrapped before: to find that out takes seconds. */
  readonly isBootstrapped?: boolean;
}

/** File in `outDir` that the stack's outputs are written to. */
export const outputsFile = 'outputs.json';

/** Bootstraps the cloud for the CDK, which does nothing the second time. */
export async function bootstrap(
  cloud: Cloud,
  options: Pick<DeployOptions, 'outDir' | 'verbose'>,
): Promise<void> {
  mkdirSync(options.outDir, { recursive: true });
  // In the checkout it would find cdk.json, and synthesise the app, which nobody needs.
  await cdk(cloud, ['bootstrap', `aws://${account}/${region}`], { ...options, cwd: options.outDir });
}

/** Bootstraps the cloud for the CDK, where nobody did, and deploys the stack to it. */
export async function deployWithCdk(cloud: Cloud, options: DeployOptions): Promise<void> {
  if (!options.isBootstrapped) await bootstrap(cloud, options);
  const outputs = ['--outputs-file', join(options.outDir, outputsFile)];
  const args = ['deploy', '--require-approval', 'never', ...outputs, ...contextOf(options)];
  await cdk(cloud, args, options);
}

/** What `cdk diff` says of a deploy of what was synthesised into `outDir`, by the templates alone. */
export function diffWithCdk(
  cloud: Cloud,
  options: Pick<DeployOptions, 'outDir' | 'verbose'>,
): Promise<string> {
  return cdk(cloud, ['diff', '--method', 'template', '--app', options.outDir], options);
}

/** Destroys what was deployed from `outDir`. What it retains stays. */
export async function destroyWithCdk(
  cloud: Cloud,
  options: Pick<DeployOptions, 'outDir' | 'verbose'>,
): Promise<void> {
  await cdk(cloud, ['destroy', '--force', '--all', '--app', options.outDir], options);
}

function contextOf({ context }: DeployOptions): readonly string[] {
  return Object.entries(context).flatMap(([name, value]) => ['--context', `${name}=${value}`]);
}

/**
 * @returns what the CDK said
 * @throws WinnowError `unavailable` with the last lines of that
 */
function cdk(
  cloud: Cloud,
  args: readonly string[],
  { outDir, verbose, cwd = root }: Pick<DeployOptions, 'outDir' | 'verbose'> & { readonly cwd?: string },
): Promise<string> {
  const child = spawn(process.execPath, [cli, ...args, '--no-notices', '--output', outDir], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...environmentOf(cloud),
      // Either would win over the keys above, and speak for somebody's real account.
      AWS_PROFILE: undefined,
      AWS_SESSION_TOKEN: undefined,
      // It would start a process for each command that tells somebody of it.
      CDK_DISABLE_CLI_TELEMETRY: 'true',
      // The app command of cdk.json says `node`.
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    },
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said.push(text);
      if (verbose) process.stderr.write(text);
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(said.join(''));
      else reject(new WinnowError('unavailable', `cdk ${args[0]} failed:\n${lastLines(said.join(''))}`));
    });
  });
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-12).join('\n');
}

import { type DeployOptions, deployWithCdk, destroyWithCdk } from './cdk.ts';
import { mend } from './mend.ts';
import type { Cloud } from './state.ts';
import { deployedResources, stackOutputs } from './template.ts';

/**
 * Deploys the stack of `bin/deploy.ts` to a local cloud and mends what the emulator dropped. Returns the outputs.
 * @throws WinnowError `unavailable` when the CDK fails
 */
export async function deployStack(
  cloud: Cloud,
  stackName: string,
  options: DeployOptions,
): Promise<Readonly<Record<string, string>>> {
  await deployWithCdk(cloud, withName(cloud, stackName, options));
  if (cloud.emulator !== 'localstack') await mend(cloud, deployedResources(options.outDir, stackName));
  return stackOutputs(options.outDir, stackName);
}

/** Destroys a stack that was deployed with the same options. Its tables and its bucket stay. */
export async function destroyStack(cloud: Cloud, stackName: string, options: DeployOptions): Promise<void> {
  await destroyWithCdk(cloud, withName(cloud, stackName, options));
}

function withName(cloud: Cloud, stackName: string, options: DeployOptions): DeployOptions {
  // MiniStack 1.5.33 refuses alarms on metric math ('Properties.Metrics (metric math) is not supported').
  const alarms = cloud.emulator === 'localstack' ? {} : { alarms: '{"which":"none"}' };
  return { ...options, context: { ...alarms, ...options.context, stackName } };
}

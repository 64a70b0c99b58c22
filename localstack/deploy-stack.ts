import { type DeployOptions, deployWithCdk } from './cdk.ts';
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
  const context = localContext(cloud, stackName, options.context);
  await deployWithCdk(cloud, { ...options, context });
  if (cloud.emulator !== 'localstack') await mend(cloud, deployedResources(options.outDir, stackName));
  return stackOutputs(options.outDir, stackName);
}

/** The settings of a stack on a local cloud: those given, and what the emulator needs. */
export function localContext(
  cloud: Cloud,
  stackName: string,
  context: DeployOptions['context'],
): DeployOptions['context'] {
  // MiniStack 1.5.33 refuses alarms on metric math ('Properties.Metrics (metric math) is not supported').
  const alarms = cloud.emulator === 'localstack' ? {} : { alarms: '{"which":"none"}' };
  // A local stack is there to be destroyed.
  return { terminationProtection: 'disabled', ...alarms, ...context, stackName };
}

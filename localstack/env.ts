import { runningCloud } from './cloud.ts';
import { type Cloud, homes } from './state.ts';

/** Both emulators' account, and a region that both know. */
export const account = '000000000000';
export const region = 'us-east-1';

/** What a process needs in its environment to reach a cloud: the SDK, the CDK CLI and the AWS CLI all read these. */
export function environmentOf(cloud: Cloud): Readonly<Record<string, string>> {
  return {
    AWS_ENDPOINT_URL: cloud.endpoint,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    CDK_DEFAULT_ACCOUNT: account,
    CDK_DEFAULT_REGION: region,
    ...(cloud.ca !== undefined && { NODE_EXTRA_CA_CERTS: cloud.ca, AWS_CA_BUNDLE: cloud.ca }),
  };
}

/** The environment of the cloud of this home (by default that of `cloud:up`); undefined when none answers. */
export async function cloudEnvironment(
  home: string = homes.own,
): Promise<Readonly<Record<string, string>> | undefined> {
  const cloud = await runningCloud(home);
  return cloud === undefined ? undefined : environmentOf(cloud);
}

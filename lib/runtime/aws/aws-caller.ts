import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { sdkClient } from '../../adapters/aws/clients/sdk-client.ts';

/** Whose credentials this process has, as an ARN; asked for once. Undefined where AWS does not say. */
export function awsCaller(): () => Promise<string | undefined> {
  let asked: Promise<string | undefined> | undefined;
  return () => {
    asked ??= askWho();
    return asked;
  };
}

async function askWho(): Promise<string | undefined> {
  const sts = sdkClient(STSClient, { maxAttempts: 2 });
  try {
    return (await sts.send(new GetCallerIdentityCommand({}))).Arn;
  } catch {
    // A network without a way to STS: whatever is wrong with the credentials themselves shows in the command.
    return undefined;
  } finally {
    sts.destroy();
  }
}

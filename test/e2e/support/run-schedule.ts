import { GetScheduleCommand, SchedulerClient, UpdateScheduleCommand } from '@aws-sdk/client-scheduler';
import { clientConfig } from '../../../localstack/clients.ts';
import type { DeployedStack } from './deployed-stack.ts';

/**
 * Has a schedule of a stack run once, in a second, with an input that is made of its own.
 */
export async function runScheduleNow(
  { cloud, outputs }: DeployedStack,
  Name: string,
  inputOf: (input: Readonly<Record<string, unknown>>) => object,
): Promise<void> {
  const client = new SchedulerClient(clientConfig(cloud));
  const { Target, FlexibleTimeWindow } = await client.send(
    new GetScheduleCommand({ Name, GroupName: outputs.ScheduleGroup }),
  );
  if (Target?.Input === undefined) throw new Error(`the schedule ${Name} has no input`);
  const Input = JSON.stringify(inputOf(JSON.parse(Target.Input) as Readonly<Record<string, unknown>>));
  const at = new Date(Date.now() + 1_000).toISOString().slice(0, 19);
  await client.send(
    new UpdateScheduleCommand({
      Name,
      GroupName: outputs.ScheduleGroup,
      FlexibleTimeWindow,
      ScheduleExpression: `at(${at})`,
      Target: { ...Target, Input },
    }),
  );
  client.destroy();
}

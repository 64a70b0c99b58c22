import {
  CreateScheduleCommand,
  GetScheduleCommand,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { sdkClient } from '../../../../lib/adapters/aws/clients/sdk-client.ts';
import { clientConfig } from '../../../../localstack/clients.ts';
import type { DeployedStack } from './deployed-stack.ts';

/**
 * Has the target of one of a stack's schedules called once, in a second, with an input that is made of its own, by a schedule
 * beside it: the emulator (1.5.33) never runs one again that it has known with another expression.
 */
export async function runScheduleNow(
  { cloud, outputs }: DeployedStack,
  Name: string,
  inputOf: (input: Readonly<Record<string, unknown>>) => object,
): Promise<void> {
  const client = sdkClient(SchedulerClient, clientConfig(cloud));
  const GroupName = outputs.ScheduleGroup;
  const { Target, FlexibleTimeWindow } = await client.send(new GetScheduleCommand({ Name, GroupName }));
  if (Target?.Input === undefined) throw new Error(`the schedule ${Name} has no input`);
  const Input = JSON.stringify(inputOf(JSON.parse(Target.Input) as Readonly<Record<string, unknown>>));
  const at = new Date(Date.now() + 1_000).toISOString().slice(0, 19);
  await client.send(
    new CreateScheduleCommand({
      ...{ Name: `${Name}-now`, GroupName, FlexibleTimeWindow },
      ScheduleExpression: `at(${at})`,
      ActionAfterCompletion: 'DELETE',
      Target: { ...Target, Input },
    }),
  );
  client.destroy();
}

/** What the console does when somebody disables a schedule there. */
export function switchOff(stack: DeployedStack, Name: string): Promise<void> {
  return setState(stack, Name, 'DISABLED');
}

export function switchOn(stack: DeployedStack, Name: string): Promise<void> {
  return setState(stack, Name, 'ENABLED');
}

async function setState(
  { cloud, outputs }: DeployedStack,
  Name: string,
  State: 'DISABLED' | 'ENABLED',
): Promise<void> {
  const client = sdkClient(SchedulerClient, clientConfig(cloud));
  const { ScheduleExpression, Description, Target, FlexibleTimeWindow, GroupName } = await client.send(
    new GetScheduleCommand({ Name, GroupName: outputs.ScheduleGroup }),
  );
  await client.send(
    new UpdateScheduleCommand({
      ...{ Name, GroupName, ScheduleExpression, Description, Target, FlexibleTimeWindow },
      State,
    }),
  );
  client.destroy();
}

export async function scheduleState(
  { cloud, outputs }: DeployedStack,
  Name: string,
): Promise<string | undefined> {
  const client = sdkClient(SchedulerClient, clientConfig(cloud));
  const { State } = await client.send(new GetScheduleCommand({ Name, GroupName: outputs.ScheduleGroup }));
  client.destroy();
  return State;
}

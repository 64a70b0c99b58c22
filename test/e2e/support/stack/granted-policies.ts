import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { User } from 'aws-cdk-lib/aws-iam';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { environment, functionName } from '../../../../lib/config/stack/names.ts';
import { stackSettings } from '../../../../lib/config/stack/stack-settings.ts';
import { WinnowStack } from '../../../../lib/infra/winnow-stack.ts';
import { account, region } from '../../../../localstack/env.ts';
import type { PolicyDocument } from '../../../../localstack/iam.ts';
import type { DeployedStack } from './deployed-stack.ts';

const grants = { view: 'grantView', operate: 'grantOperate', destroy: 'grantDestroy' } as const;
export type Role = keyof typeof grants;

type Policies = Readonly<Record<Role, PolicyDocument>>;

/** Synthesised once for each stack: that takes seconds in which nothing else of this process goes on. */
const known = new WeakMap<DeployedStack, Promise<Policies>>();

/** What the construct grants to people, as policies for a stack that is deployed. */
export function grantedPolicies(stack: DeployedStack): Promise<Policies> {
  const policies = known.get(stack) ?? policiesOf(stack);
  known.set(stack, policies);
  return policies;
}

async function policiesOf({ name, outputs, lambda }: DeployedStack): Promise<Policies> {
  const ops = await lambda.send(
    new GetFunctionConfigurationCommand({ FunctionName: functionName(name, 'ops') }),
  );
  const app = new App({ analyticsReporting: false });
  const stack = new WinnowStack(app, name, {
    settings: stackSettings({ stackName: name, sinks: 'enabled' }),
    code: () => Code.fromInline('export {}'),
  });
  const people = new Map(
    Object.entries(grants).map(([role, grant]) => {
      const person = new User(stack, `The${role}`);
      stack.crawl[grant](person);
      return [stack.getLogicalId(person.node.defaultChild as never), role];
    }),
  );
  const arn = (service: string, rest: string): string => `arn:aws:${service}:${region}:${account}:${rest}`;
  const queue = (url = ''): string => arn('sqs', url.split('/').at(-1) ?? '');
  /** By the beginnings of their logical ids. */
  const arns: readonly (readonly [string, string])[] = [
    ['FrontierTable', arn('dynamodb', `table/${outputs.FrontierTable}`)],
    ['RecordsTable', arn('dynamodb', `table/${outputs.RecordsTable}`)],
    ['BucketObjects', `arn:aws:s3:::${outputs.BucketName}`],
    ['ReadyTickets', queue(outputs.TicketsUrl)],
    ['ReadyDeadLetters', queue(outputs.DeadLettersUrl)],
    ['ConversionsOrders', queue(outputs.OrdersUrl)],
    ['ConversionsDeadLetters', queue(ops.Environment?.Variables?.[environment.convertLettersUrl])],
    ['ViewFunction', arn('lambda', `function:${functionName(name, 'view')}`)],
    ['OpsFunction', arn('lambda', `function:${functionName(name, 'ops')}`)],
    ['SinksFunction', arn('lambda', `function:${functionName(name, 'sinks')}`)],
  ];
  const resolved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolved);
    if (typeof value !== 'object' || value === null) return value;
    if ('Fn::Join' in value) {
      const [between, parts] = value['Fn::Join'] as [string, readonly unknown[]];
      return parts.map(resolved).join(between);
    }
    if (!('Fn::GetAtt' in value))
      return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, resolved(v)]));
    const [id] = value['Fn::GetAtt'] as [string];
    const found = arns.find(([beginning]) => id.startsWith(beginning));
    if (found === undefined) throw new Error(`no deployed resource is known for ${id}`);
    return found[1];
  };
  const policies = Object.values(Template.fromStack(Stack.of(stack)).findResources('AWS::IAM::Policy'));
  return Object.fromEntries(
    policies.flatMap(({ Properties }) =>
      (Properties.Users ?? []).map(({ Ref }: { Ref: string }) => [
        people.get(Ref),
        resolved(Properties.PolicyDocument),
      ]),
    ),
  ) as Policies;
}

import type { Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type AnyFunctionName,
  type FunctionName,
  functionName,
  functionNames,
} from '../../lib/config/stack/names.ts';
import {
  distilGrants,
  type GrantedResource,
  type Grants,
  grants,
  networkGrants,
  secretGrants,
  sinksGrants,
  sqlGrants,
  teamGrants,
  viewGrants,
} from '../../lib/infra/crawl/grants.ts';
import { type Resource, resources, synthesised } from './synthesised.ts';

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
}

let template: Template;
let withSecrets: Template;
let fixed: Template;
let policies: ReadonlyMap<string, Resource>;
let functions: ReadonlyMap<string, Resource>;

beforeAll(() => {
  template = synthesised();
  withSecrets = synthesised({ secrets: { members: secret } });
  fixed = synthesised({ fixedAddresses: 1 });
  policies = resources(template, 'AWS::IAM::Policy');
  functions = resources(template, 'AWS::Lambda::Function');
});

const kmsKey = 'arn:aws:kms:eu-west-1:123456789012:key/11112222-3333-4444-5555-666677778888';
const secret = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:winnow/members-a1B2c3';

const listed = (some: Grants[FunctionName]): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(some).map(([resource, actions]) => [resource, [...(actions ?? [])].sort()]),
  );

const list = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T]);

/** The list's name for a resource, or its JSON when it is none of ours. */
function nameOf(resource: unknown, ownLog: string): GrantedResource | string {
  const text = JSON.stringify(resource);
  const target = /"Fn::GetAtt":\["(\w+?)[0-9A-F]{8}","Arn"\]/.exec(text)?.[1] ?? text;
  if (text.includes(':event-bus/default')) return 'event bus';
  const path = /,"\/([a-z-]+)\/\*"\]/.exec(text)?.[1];
  const known: Readonly<Record<string, GrantedResource>> = {
    FrontierTable: 'frontier',
    RecordsTable: 'records',
    ReadyTickets: 'ready.fifo',
    ReadyDeadLetters: 'dead letters',
    ConversionsOrders: 'convert queue',
    ConversionsDeadLetters: 'dead letters of conversions',
    DistilFunction: 'distil',
    BucketObjects: path === undefined ? 'bucket' : `bucket/${path}/*`,
    [ownLog]: 'own log',
    [JSON.stringify(secret)]: 'secrets',
    [JSON.stringify(kmsKey)]: 'key',
    '"*"': 'everything',
  };
  return known[target] ?? text;
}

/** What a template lets a function do: resource → actions, both in order. */
function granted(name: AnyFunctionName, of = template): Record<string, string[]> {
  const fn = [...resources(of, 'AWS::Lambda::Function').values()].find(
    (one) => one.Properties.FunctionName === functionName('winnow', name),
  );
  const role: string = fn?.Properties.Role['Fn::GetAtt'][0];
  const ownLog = `${name[0]?.toUpperCase()}${name.slice(1)}Log`;
  const found: Record<string, string[]> = {};
  for (const policy of resources(of, 'AWS::IAM::Policy').values()) {
    if (!policy.Properties.Roles.some((one: { readonly Ref: string }) => one.Ref === role)) continue;
    for (const statement of policy.Properties.PolicyDocument.Statement as readonly Statement[]) {
      if (statement.Effect === 'Deny') continue;
      for (const resource of list(statement.Resource)) {
        const key = nameOf(resource, ownLog);
        found[key] = [...(found[key] ?? []), ...list(statement.Action)].sort();
      }
    }
  }
  return found;
}

describe('what each function may do', () => {
  test.each(functionNames)('%s may do what grants.ts lists, and nothing else', (name) => {
    expect(granted(name)).toEqual(listed(grants[name]));
  });

  test.each(functionNames)(
    '%s of a stack with secrets may do what is listed for that, in addition',
    (name) => {
      expect(granted(name, withSecrets)).toEqual(listed({ ...grants[name], ...secretGrants[name] }));
    },
  );

  test('the function for those who look may read, and has no action that writes or deletes', () => {
    expect(granted('view')).toEqual(listed(viewGrants));
    const { 'own log': _, ...others } = granted('view');
    const actions = new Set(Object.values(others).flat());
    expect(
      [...actions].filter((one) => !/^(?:dynamodb|s3|sqs):(?:Get|List|Query|Receive)/.test(one)),
    ).toEqual([
      // A letter that was looked at is there for others again.
      'sqs:ChangeMessageVisibility',
    ]);
  });

  test('the function that distils jobs may do what is listed for it, and nothing else', () => {
    expect(granted('distil')).toEqual(listed(distilGrants));
  });

  test('the function that copies jobs into tables may do what is listed for it, and nothing else', () => {
    expect(granted('sql', synthesised({ sql: { jobs: ['owls'] } }))).toEqual(listed(sqlGrants));
  });

  test('the function that feeds sinks may do what is listed for it and read secrets, and nothing else', () => {
    const stack = synthesised({ sinks: 'enabled', secrets: { members: secret } });
    expect(granted('sinks', stack)).toEqual(listed({ ...sinksGrants, ...secretGrants.harvest }));
  });

  test.each(functionNames)('%s of a stack with fixed addresses, the same', (name) => {
    expect(granted(name, fixed)).toEqual(listed({ ...grants[name], ...networkGrants[name] }));
  });

  test.each(functionNames)('%s of a stack that fits a team, the same', (name) => {
    const foreign = synthesised({ network: { vpc: 'vpc-0a1b2c3d', subnets: ['subnet-0a1b2c3d'] }, kmsKey });
    expect(granted(name, foreign)).toEqual(listed({ ...grants[name], ...teamGrants }));
  });

  test('the code of a function in a network is denied what Lambda may do to connect it', () => {
    const statements = [
      ...resources(synthesised({ fixedAddresses: 1 }), 'AWS::IAM::Policy').values(),
    ].flatMap((policy) => policy.Properties.PolicyDocument.Statement);
    expect(statements.filter(({ Effect }: Statement) => Effect === 'Deny')).toEqual([
      expect.objectContaining({
        Action: [...(networkGrants.harvest?.everything ?? [])],
        Resource: '*',
        Condition: { ArnEquals: { 'lambda:SourceFunctionArn': expect.anything() } },
      }),
    ]);
  });

  test('each function has a role of its own without managed policies', () => {
    const roles = [...functions.values()].map((one) => one.Properties.Role['Fn::GetAtt'][0]);
    expect(new Set(roles).size).toBe(functionNames.length + 2);
    for (const role of resources(template, 'AWS::IAM::Role').values()) {
      expect(role.Properties.ManagedPolicyArns).toBeUndefined();
      expect(role.Properties.Policies).toBeUndefined();
    }
  });

  test('no policy allows a wildcard action or every resource', () => {
    for (const policy of policies.values()) {
      for (const { Action, Resource } of policy.Properties.PolicyDocument.Statement as readonly Statement[]) {
        for (const action of list(Action)) expect(action).not.toContain('*');
        for (const resource of list(Resource)) expect(resource).not.toBe('*');
      }
    }
  });
});

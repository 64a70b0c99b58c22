import { beforeAll, describe, expect, test } from 'vitest';
import { functionName, functionNames } from '../../lib/config/names.ts';
import { type GrantedResource, grants } from '../../lib/infra/grants.ts';
import { type Resource, resources, synthesised } from './synthesised.ts';

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
}

let policies: ReadonlyMap<string, Resource>;
let functions: ReadonlyMap<string, Resource>;

beforeAll(() => {
  const template = synthesised();
  policies = resources(template, 'AWS::IAM::Policy');
  functions = resources(template, 'AWS::Lambda::Function');
});

const list = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T]);

/** The list's name for a resource, or its JSON when it is none of ours. */
function nameOf(resource: unknown, ownLog: string): GrantedResource | string {
  const text = JSON.stringify(resource);
  const target = /"Fn::GetAtt":\["(\w+?)[0-9A-F]{8}","Arn"\]/.exec(text)?.[1] ?? text;
  const path = /,"\/([a-z-]+)\/\*"\]/.exec(text)?.[1];
  const known: Readonly<Record<string, GrantedResource>> = {
    FrontierTable: 'frontier',
    RecordsTable: 'records',
    ReadyTickets: 'ready.fifo',
    BucketObjects: path === undefined ? 'bucket' : `bucket/${path}/*`,
    [ownLog]: 'own log',
  };
  return known[target] ?? text;
}

/** What the template lets a function do: resource → actions, both in order. */
function granted(name: (typeof functionNames)[number]): Record<string, string[]> {
  const fn = [...functions.values()].find(
    (one) => one.Properties.FunctionName === functionName('winnow', name),
  );
  const role: string = fn?.Properties.Role['Fn::GetAtt'][0];
  const ownLog = `${name[0]?.toUpperCase()}${name.slice(1)}Log`;
  const found: Record<string, string[]> = {};
  for (const policy of policies.values()) {
    if (!policy.Properties.Roles.some((one: { readonly Ref: string }) => one.Ref === role)) continue;
    for (const statement of policy.Properties.PolicyDocument.Statement as readonly Statement[]) {
      expect(statement.Effect).toBe('Allow');
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
    const listed = Object.entries(grants[name]).map(([resource, actions]) => [
      resource,
      [...(actions ?? [])].sort(),
    ]);
    expect(granted(name)).toEqual(Object.fromEntries(listed));
  });

  test('each function has a role of its own without managed policies', () => {
    const roles = [...functions.values()].map((one) => one.Properties.Role['Fn::GetAtt'][0]);
    expect(new Set(roles).size).toBe(functionNames.length);
    const template = synthesised();
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

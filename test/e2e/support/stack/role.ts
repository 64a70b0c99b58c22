import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { type AnyFunctionName, type FunctionName, functionName } from '../../../../lib/config/stack/names.ts';
import { type PolicyDocument, putRolePolicy, rolePolicies, rolePolicy } from '../../../../localstack/iam.ts';
import type { DeployedStack } from './deployed-stack.ts';

/** While `work` runs, the role of a function lacks an action. Throws when it never had it. */
export async function without<T>(
  stack: DeployedStack,
  fn: FunctionName,
  action: string,
  work: () => Promise<T>,
): Promise<T> {
  const { role, policies } = await roleOf(stack, fn);
  const poorer = policies.map(({ policy, document }) => ({
    policy,
    document: {
      ...document,
      Statement: document.Statement.map((statement) => ({
        ...statement,
        Action: [statement.Action].flat().filter((one) => one !== action),
      })).filter(({ Action }) => Action.length > 0),
    },
  }));
  if (JSON.stringify(poorer).length === JSON.stringify(policies).length) {
    throw new Error(`the role of ${fn} has no ${action}`);
  }
  return await whileItIs(stack, role, { now: poorer, after: policies }, work);
}

/** While `work` runs, a function has the rights of another one, and none of its own. */
export async function withRightsOf<T>(
  stack: DeployedStack,
  fn: AnyFunctionName,
  other: AnyFunctionName,
  work: () => Promise<T>,
): Promise<T> {
  const { role, policies } = await roleOf(stack, fn);
  const Statement = (await roleOf(stack, other)).policies.flatMap(({ document }) => document.Statement);
  const now = policies.map(({ policy, document }) => ({ policy, document: { ...document, Statement } }));
  return await whileItIs(stack, role, { now, after: policies }, work);
}

type Policies = readonly { readonly policy: string; readonly document: PolicyDocument }[];

async function roleOf(
  { cloud, lambda, name }: DeployedStack,
  fn: AnyFunctionName,
): Promise<{ readonly role: string; readonly policies: Policies }> {
  const FunctionName = functionName(name, fn);
  const found = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
  const role = found.Role?.split('/').at(-1) ?? '';
  const policies = (await rolePolicies(cloud, role)).map(async (policy) => ({
    policy,
    document: await rolePolicy(cloud, role, policy),
  }));
  return { role, policies: await Promise.all(policies) };
}

async function whileItIs<T>(
  { cloud }: DeployedStack,
  role: string,
  { now, after }: { readonly now: Policies; readonly after: Policies },
  work: () => Promise<T>,
): Promise<T> {
  const put = async (which: Policies): Promise<void> => {
    for (const { policy, document } of which) await putRolePolicy(cloud, role, policy, document);
  };
  await put(now);
  try {
    return await work();
  } finally {
    await put(after);
  }
}

import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { type FunctionName, functionName } from '../../../../lib/config/stack/names.ts';
import { putRolePolicy, rolePolicies, rolePolicy } from '../../../../localstack/iam.ts';
import type { DeployedStack } from './deployed-stack.ts';

/** While `work` runs, the role of a function lacks an action. Throws when it never had it. */
export async function without<T>(
  stack: DeployedStack,
  fn: FunctionName,
  action: string,
  work: () => Promise<T>,
): Promise<T> {
  const { cloud, lambda, name } = stack;
  const found = await lambda.send(
    new GetFunctionConfigurationCommand({ FunctionName: functionName(name, fn) }),
  );
  const role = found.Role?.split('/').at(-1) ?? '';
  const policies = await Promise.all(
    (await rolePolicies(cloud, role)).map(async (policy) => ({
      policy,
      document: await rolePolicy(cloud, role, policy),
    })),
  );
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
  const put = async (which: typeof policies): Promise<void> => {
    for (const { policy, document } of which) await putRolePolicy(cloud, role, policy, document);
  };
  await put(poorer);
  try {
    return await work();
  } finally {
    await put(policies);
  }
}

import { type AnyFunctionName, functionName } from '../../../../lib/config/stack/names.ts';
import { postSigned } from '../../../../localstack/signed-post.ts';
import type { DeployedStack } from './deployed-stack.ts';

/** All that CloudWatch has of what a function wrote, as JSON: of each event the message is a string in it. */
export async function logOf(
  { cloud, name }: Pick<DeployedStack, 'cloud' | 'name'>,
  fn: AnyFunctionName,
): Promise<string> {
  const messages: string[] = [];
  let nextToken: string | undefined;
  do {
    const text = await postSigned(cloud, {
      service: 'logs',
      contentType: 'application/x-amz-json-1.1',
      target: 'Logs_20140328.FilterLogEvents',
      body: JSON.stringify({ logGroupName: `/aws/lambda/${functionName(name, fn)}`, nextToken }),
    });
    const page = JSON.parse(text) as {
      readonly events?: readonly { readonly message: string }[];
      readonly nextToken?: string;
    };
    messages.push(...(page.events ?? []).map(({ message }) => message));
    nextToken = page.nextToken;
  } while (nextToken !== undefined);
  return messages.join('\n');
}

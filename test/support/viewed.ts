import { renderView } from '../../bin/render/base/view.ts';
import { loadOperation } from '../../lib/operations/everywhere.ts';
import { operations } from '../../lib/operations/operations.ts';
import type { Seen } from '../../lib/pipeline/operation/operation.ts';
import type { View } from '../../lib/pipeline/operation/view.ts';

/** A result as the command line shows it. @param now epoch ms */
export function shownBy<Out>(
  operation: { view(result: Out, seen: Seen<never>): View },
  result: Out,
  { now = 0, ...input }: Readonly<Record<string, unknown>> & { readonly now?: number } = {},
): string {
  const order = (other: string) => `winnow ${other}`;
  const seen = { input: input as never, now, dryRun: false, isOnStack: false, order };
  return renderView(operation.view(result, seen), (cursor) => `winnow more --cursor ${cursor}`);
}

/** The same of an operation in the list. */
export async function viewed(
  name: string,
  result: unknown,
  input: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const named = await loadOperation(operations, name);
  if (named === undefined) throw new Error(`no operation ${name}`);
  return shownBy(named.operation, result, input).replaceAll('winnow more', `winnow ${name}`);
}

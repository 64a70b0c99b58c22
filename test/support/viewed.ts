import { renderView } from '../../bin/render/base/view.ts';
import { loadOperation } from '../../lib/operations/everywhere.ts';
import { operations } from '../../lib/operations/operations.ts';

/** A result as the command line shows it. */
export async function viewed(
  name: string,
  result: unknown,
  input: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const named = await loadOperation(operations, name);
  if (named === undefined) throw new Error(`no operation ${name}`);
  const order = (other: string) => `winnow ${other}`;
  const seen = { input, now: 0, dryRun: false, isOnStack: false, order };
  return renderView(named.operation.view(result, seen), (cursor) => `winnow ${name} --cursor ${cursor}`);
}

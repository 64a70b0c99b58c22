import { WinnowError } from '../../base/error.ts';
import { sinkTypes } from '../../capabilities/sink-types.ts';
import type { Environment } from '../../config/stack/environment.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';

/** @throws WinnowError `config` for sinks that a stack does not feed, or cannot */
export function requireSinks(
  { name, sinks = [] }: Pick<JobSettings, 'name' | 'sinks'>,
  { sinks: fed }: Environment,
): void {
  for (const { name: sink, to } of sinks)
    if (sinkTypes.get(to)?.load === undefined)
      throw new WinnowError(
        'config',
        `job ${name}: the sink ${sink} is of the type ${to}, which needs files of one machine: no stack has it`,
      );
  if (sinks.length > 0 && fed === undefined)
    throw new WinnowError(
      'config',
      `job ${name} has sinks, and the stack feeds none: deploy it with -c sinks=enabled`,
    );
}

import type { Command } from 'commander';
import { WinnowError } from '../../../lib/base/error.ts';

/** Refuses options that do nothing as the others are, which nobody means. @param names of attributes @throws WinnowError `usage` */
export function onlyWith(command: Command, names: readonly string[], needed: string): void {
  const given = command.options.find(
    (one) =>
      names.includes(one.attributeName()) && command.getOptionValueSource(one.attributeName()) === 'cli',
  );
  if (given !== undefined) throw new WinnowError('usage', `give ${given.long} only with ${needed}`);
}

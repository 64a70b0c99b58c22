import { WinnowError } from '../../../lib/base/error.ts';
import { printable } from '../../../lib/base/printable.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import { readText } from '../../../lib/config/file/read-config.ts';
import { readTopicFile } from '../../../lib/topic/settings.ts';
import type { Io } from '../../io.ts';

/** Lines that are named. */
const maxNamed = 10;

/**
 * Reads a topic definition, and names the lines to look at.
 * @throws WinnowError `config` when no row of it can be used
 */
export function readDefinition(file: string, stopWords: readonly string[], io: Pick<Io, 'err'>): string {
  const definition = readText(file);
  const { terms, faults } = readTopicFile(definition, new Set(stopWords));
  if (terms.length === 0)
    throw new WinnowError('config', `${file}: no row can be used; 'winnow topic check' lists the faults`);
  for (const { line, problem, text } of faults.slice(0, maxNamed))
    io.err(`${file}:${line}: ${problem}: ${printable(text)}\n`);
  if (faults.length > maxNamed)
    io.err(`${file}: ${formatCount(faults.length - maxNamed, 'more line')} to look at\n`);
  return definition;
}

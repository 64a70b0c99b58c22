import * as z from 'zod/mini';
import { WinnowError } from '../../base/error.ts';
import { field, optional } from './input.ts';

const wrong = 'must be a version';

/** What guards a change against that of another editor. @param command prints the version, empty for what is not there yet */
export function seenVersion(command: string) {
  return field(optional(z.string(wrong).check(z.maxLength(64, wrong))), {
    says: `only if the version that \`${command}\` prints is still <version>`,
    shown: 'version',
  });
}

/** @param what in a sentence, more than one @throws WinnowError `conflict` when somebody has changed it since it was seen */
export function mustBeSeen(
  what: string,
  seen: string | undefined,
  is: string,
  so = 'nothing was changed',
): void {
  if (seen === undefined || seen === is) return;
  const [before, now] = [seen.slice(0, 16) || 'none', is || 'none'];
  throw new WinnowError(
    'conflict',
    `${what} were changed since you read them (${before} was, ${now} is): ${so}`,
  );
}

import { InvalidArgumentError } from 'commander';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import type { ChangesQuery } from '../../../lib/runtime/shared/installation.ts';
import { durationArgument } from '../base/values.ts';

/** Fewer digits are a turn. */
const epochDigits = 12;

/**
 * What `--from` and `--host` ask for: changes since a time, an age before `now` (epoch ms), from a turn of a host.
 * @throws WinnowError `usage`
 */
export function changesQuery(from: string, host: string | undefined, now: number): ChangesQuery {
  const of = host === undefined ? {} : { host: host.toLowerCase() };
  if (from === 'start') return of;
  if (/^\d+$/.test(from) && from.length < epochDigits) {
    if (host === undefined)
      throw new WinnowError('usage', `--from ${from}: each host counts its own turns; say which with --host`);
    return { ...of, afterTurn: Number(from) - 1 };
  }
  return { ...of, since: timeOf(from, now) };
}

function timeOf(from: string, now: number): number {
  if (/^\d+$/.test(from)) return Number(from);
  if (/^\d{4}-\d\d-\d\d/.test(from)) {
    const at = Date.parse(/^[\d-]+$|Z$|[+-]\d\d:?\d\d$/.test(from) ? from : `${from}Z`);
    if (Number.isFinite(at)) return at;
  } else {
    try {
      return now - durationArgument(from);
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
    }
  }
  throw new WinnowError(
    'usage',
    `--from ${from}: expected a time (2026-11-22T08:00Z, 2026-11-22), an age (90m, 7d), 'start', or with --host a turn`,
  );
}

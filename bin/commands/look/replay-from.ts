import { InvalidArgumentError } from 'commander';
import { WinnowError } from '../../../lib/base/error.ts';
import type { ReplayQuery } from '../../../lib/runtime/shared/installation.ts';
import { durationArgument } from '../base/values.ts';

/** A number with fewer digits is a turn, else a time in epoch ms. */
const epochDigits = 12;

/**
 * Parses `--from` and `--host`: changes since a time, since an age before `now` (epoch ms), or from a turn of a host on.
 * @throws WinnowError `usage`
 */
export function parseReplayQuery(from: string, host: string | undefined, now: number): ReplayQuery {
  const hostQuery = host === undefined ? {} : { host: host.toLowerCase() };
  if (from === 'start') return hostQuery;
  if (/^\d+$/.test(from) && from.length < epochDigits) {
    if (host === undefined)
      throw new WinnowError(
        'usage',
        `--from ${from}: give the host with --host, because each host counts its own turns`,
      );
    return { ...hostQuery, afterTurn: Number(from) - 1 };
  }
  return { ...hostQuery, since: parseTime(from, now) };
}

function parseTime(from: string, now: number): number {
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

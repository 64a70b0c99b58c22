import { WinnowError } from '../../base/error.ts';
import { clip } from '../../base/printable.ts';
import { retryAfterMs } from '../../domain/politeness/retry-after.ts';
import type { TargetAnswer } from '../../ports/target-web.ts';

/** A receiver that asks for more waits no longer than this. */
const maxRetryAfterMs = 3_600_000;
/** Bytes of an answer that are looked at for its words. */
const wordBytes = 300;

/** Statuses that hold for all messages until somebody mends something, and what that is. */
const toMend: ReadonlyMap<number, string> = new Map([
  [401, 'it does not accept the signature: does it know the secret?'],
  [403, 'it does not accept the signature: does it know the secret?'],
  [404, 'there is no receiver at the address: correct `url`'],
  [405, 'the address takes no POST: correct `url`'],
  [410, 'it wants no more messages: take the sink out of the job, or give it another `url`'],
]);
/** Statuses of the 4xx that pass. */
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * What an answer means for a message.
 * @returns why the receiver refuses this message for good; undefined: it took it
 * @throws WinnowError `unavailable`, `config`
 */
export function judged(
  { status, headers, body }: TargetAnswer,
  { name, origin, now }: { readonly name: string; readonly origin: string; readonly now: number },
): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  const said = `the receiver of '${name}' at ${origin} answers ${status}`;
  const mend = toMend.get(status);
  if (mend !== undefined) throw new WinnowError('config', `${said}: ${mend}`);
  if (status >= 300 && status < 400)
    throw new WinnowError('config', `${said}: redirects are not followed; let \`url\` be the address itself`);
  if (status >= 400 && status < 500 && !passing.has(status)) {
    const words = clip(new TextDecoder().decode(body.subarray(0, wordBytes)), 150);
    return words === '' ? `${status}` : `${status}: ${words}`;
  }
  const wait = retryAfterMs(headers['retry-after'], now);
  throw new WinnowError(
    'unavailable',
    said,
    wait === undefined ? undefined : { retryAfterMs: Math.min(wait, maxRetryAfterMs) },
  );
}

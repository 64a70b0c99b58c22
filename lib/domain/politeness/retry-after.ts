/** The three forms of an HTTP date (RFC 9110 §5.6.7) begin with the day of the week. */
const httpDate = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;
/** The oldest form names no zone: it is UTC. */
const withoutZone = /\d{4}$/;

/**
 * The delay that a Retry-After header asks for (RFC 9110 §10.2.3), in ms from `now`; undefined when there is none, or none
 * that can be read. Of one that was sent twice the first number counts.
 * @param now epoch ms, the end of the answer
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const value = header.trim();
  const seconds = /^\d+(?=\s*(?:,|$))/.exec(value)?.[0];
  if (seconds !== undefined) return Number(seconds) * 1_000;
  if (!httpDate.test(value)) return undefined;
  const date = Date.parse(withoutZone.test(value) ? `${value} GMT` : value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

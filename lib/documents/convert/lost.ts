const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * How long a result is waited for before the conversion counts as lost, by how often it was asked for, ms. A queue that is
 * behind loses nothing: together they are longer than it keeps an order (`orderKeptMs`).
 */
const waits = [15 * minuteMs, hourMs, 4 * hourMs, 24 * hourMs, 96 * hourMs] as const;

/** As often is a conversion asked for before its document counts as unreadable. */
export const maxAsks = waits.length;

/** @param asks how often it was asked for, from 1 */
export function waitMs(asks: number): number {
  return waits[Math.min(asks, maxAsks) - 1] ?? hourMs;
}

/** As often is an order delivered to a converter. With one more delivery its document counts as unreadable. */
export const maxDeliveries = 4;

/** How long a queue keeps an order, ms: less than a conversion is waited for. */
export const orderKeptMs = 4 * 24 * hourMs;

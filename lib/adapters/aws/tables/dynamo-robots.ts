import { gunzipSync, gzipSync } from 'node:zlib';
import type { RobotsCache, RobotsEntry, RobotsOutage } from '../../../ports/web.ts';
import { robotsKey } from './keys.ts';
import { content } from './rows.ts';
import type { Table } from './table.ts';

/**
 * Kept for so long after it expired: longer than the longest outage after which its last good copy is wanted, and than a
 * host rests between two visits by default. By then it is fetched again or nobody crawls there any more.
 */
const keptSeconds = 90 * 86_400;
/** An item holds 400 KB, keys and names included. */
const maxGzipBytes = 380_000;

/** Robots.txt texts in the frontier table, compressed: a line each way is under a unit. */
export class DynamoRobots implements RobotsCache {
  readonly #table: Table;

  /** @param table the frontier */
  constructor(table: Table) {
    this.#table = table;
  }

  /** Eventually consistent: one that was just put may be fetched once more; one that is damaged is. */
  async robots(authority: string): Promise<RobotsEntry | undefined> {
    const row = await this.#table.get('robots', robotsKey(authority), false);
    if (row === undefined) return undefined;
    const { gzip, goodGzip, ...rest } = content(row);
    try {
      const entry = { ...rest, text: inflated(gzip) } as unknown as RobotsEntry;
      const { outage } = entry;
      if (outage?.lastGood === undefined) return entry;
      return { ...entry, outage: { ...outage, lastGood: { ...outage.lastGood, text: inflated(goodGzip) } } };
    } catch {
      return undefined;
    }
  }

  async putRobots(authority: string, { text, outage, ...entry }: RobotsEntry): Promise<void> {
    const ttl = Math.ceil(entry.expiresAt / 1_000) + keptSeconds;
    const row = { ...entry, gzip: compressed(text), ttl };
    await this.#table.put('robots', robotsKey(authority), { ...row, ...(outage && outageRow(outage)) });
  }
}

function outageRow({ lastGood, ...outage }: RobotsOutage): Readonly<Record<string, unknown>> {
  if (lastGood === undefined) return { outage };
  const { text, ...good } = lastGood;
  return { outage: { ...outage, lastGood: good }, goodGzip: compressed(text) };
}

function inflated(gzip: unknown): string {
  return gunzipSync(gzip as Uint8Array).toString();
}

/** Text that has rules compresses to a tenth; what does not is cut at a line end until it fits. */
function compressed(text: string): Uint8Array {
  const gzip = gzipSync(text);
  if (gzip.length <= maxGzipBytes) return gzip;
  const room = Math.floor((text.length * maxGzipBytes) / gzip.length) - 1_000;
  return compressed(text.slice(0, text.lastIndexOf('\n', room) + 1 || room));
}

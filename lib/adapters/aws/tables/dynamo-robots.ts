import { gunzipSync, gzipSync } from 'node:zlib';
import type { RobotsCache, RobotsEntry, RobotsOutage } from '../../../ports/web.ts';
import { robotsKey } from '../base/keys.ts';
import { content } from '../base/rows.ts';
import type { Table } from '../base/table.ts';

/**
 * How long an entry is kept after it expired: longer than the longest outage in which its last good copy is used, and
 * than a host rests between two visits by default. By then it was fetched again, or nobody crawls the host any more.
 */
const keptSeconds = 90 * 86_400;
/** An item has at most 400 KB, keys and names included. */
const maxGzipBytes = 380_000;

/** Robots.txt texts in the frontier table, compressed: most reads and writes cost less than one unit. */
export class DynamoRobots implements RobotsCache {
  readonly #table: Table;

  /** @param table the frontier table */
  constructor(table: Table) {
    this.#table = table;
  }

  /** Eventually consistent: a text that was just put may be fetched once more. A damaged entry counts as missing. */
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

/** Rules compress to a tenth; a text that does not is cut at a line end until it fits. */
function compressed(text: string): Uint8Array {
  const gzip = gzipSync(text);
  if (gzip.length <= maxGzipBytes) return gzip;
  const room = Math.floor((text.length * maxGzipBytes) / gzip.length) - 1_000;
  return compressed(text.slice(0, text.lastIndexOf('\n', room) + 1 || room));
}

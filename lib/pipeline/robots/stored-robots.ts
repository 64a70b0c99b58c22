import type { HostName } from '../../base/url/url.ts';
import { gapMs } from '../../domain/politeness/gap.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Ports } from '../../ports/ports.ts';
import type { PageReader, RobotsEntry } from '../../ports/web.ts';
import { lastRules, parseRobots, robotsPath } from '../../rules/robots.ts';

/** The stored robots.txt files of a host by authority: one for each scheme that was ever fetched. */
export type StoredRobots = ReadonlyMap<string, RobotsEntry>;

export async function storedRobots(ports: Pick<Ports, 'robots'>, host: HostName): Promise<StoredRobots> {
  const authorities = [`https://${host}`, `http://${host}`];
  const entries = await Promise.all(authorities.map((authority) => ports.robots.robots(authority)));
  return new Map(
    authorities.flatMap((authority, i) => {
      const entry = entries[i];
      return entry === undefined ? [] : [[authority, entry] as const];
    }),
  );
}

/**
 * The gap of a host by all that is stored. The gate is claimed with this gap, so that a Crawl-delay is kept even if the
 * worker dies.
 */
export function knownGapMs(
  { reader }: Pick<Ports, 'reader'>,
  settings: JobSettings,
  stored: StoredRobots,
): number {
  const delays = crawlDelays(settings, stored, (url, read) => reader.readHere(url, read));
  const gaps = delays.map(({ ms }) => gapMs(settings.politeness, ms));
  return Math.max(settings.politeness.gapMs, ...gaps);
}

/** The delay that each robots.txt of a host asks for, if any, ms, not capped. One that cannot be read asks for none. */
export function crawlDelays(
  { identity }: Pick<JobSettings, 'identity'>,
  stored: StoredRobots,
  readHere: PageReader['readHere'] = (_, read) => ({ value: read() }),
): readonly { readonly authority: string; readonly ms: number }[] {
  return [...stored].flatMap(([authority, entry]) => {
    const text = lastRules(entry);
    if (!/crawl-?delay|request-rate/i.test(text)) return [];
    const asked = readHere(authority + robotsPath, () =>
      parseRobots(authority, text).asksForDelay(identity.product),
    );
    return 'unreadable' in asked || asked.value === undefined ? [] : [{ authority, ms: asked.value.ms }];
  });
}

/** Whether a stored file may still be used (RFC 9309 §2.4). */
export function isFresh(entry: RobotsEntry, now: number): boolean {
  return entry.fetchedAt <= now && now < entry.expiresAt;
}

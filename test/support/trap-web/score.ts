import type { Access } from '../web/web-server.ts';
import type { TrapWeb } from './trap-web.ts';

/** What a crawl made of one section of a web. Fetches are the server's, robots.txt not counted. */
export interface SectionScore {
  readonly section: string;
  readonly kind: string;
  readonly shape: string;
  /** Honest pages that it has, and those that were fetched. */
  readonly total: number;
  readonly found: number;
  readonly fetches: number;
  /** Fetches that brought nothing but more of the trap. */
  readonly trapped: number;
  readonly isTrap: boolean;
}

export interface Score {
  readonly web: string;
  readonly total: number;
  readonly found: number;
  readonly fetches: number;
  readonly trapped: number;
  /** Of all fetches. */
  readonly trapShare: number;
  readonly sections: readonly SectionScore[];
  /** Ids of honest pages that were not fetched. */
  readonly missed: readonly string[];
  /** URLs of fetches that went into traps, in their order. */
  readonly trapUrls: readonly string[];
}

/** Judges a crawl by the log of the server. */
export function scored(web: TrapWeb, log: readonly Access[]): Score {
  const found = new Set<string>();
  const fetches = new Map<string, number>();
  const trapped = new Map<string, number>();
  const trapUrls: string[] = [];
  const count = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1);
  const pages = log.filter(({ path }) => path !== '/robots.txt');
  for (const { host, path } of pages) {
    const known = web.known(host, path);
    if (known === undefined) continue;
    const { section, id, trap } = known;
    count(fetches, section);
    if (id !== undefined && !found.has(id)) found.add(id);
    else if (trap !== undefined) {
      count(trapped, section);
      trapUrls.push(`http://${host}${path}`);
    }
  }
  const kinds = new Map(web.sections.map((one) => [one.name, one]));
  const sections = [...web.honest].map(([section, ids]) => ({
    section,
    kind: kinds.get(section)?.kind ?? 'home',
    shape: kinds.get(section)?.shape ?? '',
    total: ids.length,
    found: ids.filter((id) => found.has(id)).length,
    fetches: fetches.get(section) ?? 0,
    trapped: trapped.get(section) ?? 0,
    isTrap: kinds.get(section)?.trap !== undefined,
  }));
  const missed = [...web.honest.values()].flat().filter((id) => !found.has(id));
  return {
    web: web.name,
    total: missed.length + found.size,
    found: found.size,
    fetches: pages.length,
    trapped: trapUrls.length,
    trapShare: pages.length === 0 ? 0 : trapUrls.length / pages.length,
    sections,
    missed,
    trapUrls,
  };
}

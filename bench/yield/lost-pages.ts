import { holdOf } from '../../lib/domain/frontier/held.ts';
import { explainHold } from '../../lib/pipeline/why/explain-hold.ts';
import type { YieldCrawl } from '../../test/domain/yield/simulated-crawl.ts';
import type { TrapWeb } from '../../test/support/trap-web/trap-web.ts';

/** Honest pages that a crawl of one day did not fetch, a line each: those whose URLs wait, with the reason, and others. */
export function lostPages(web: TrapWeb, { score, bodies }: YieldCrawl, most: number): readonly string[] {
  const missed = new Set(score.missed);
  const lines: string[] = [];
  for (const body of bodies.values()) {
    for (const entry of body.held.values()) {
      const { host, pathname, search } = new URL(entry.url);
      const id = web.known(host, pathname + search)?.id;
      if (id === undefined || !missed.delete(id)) continue;
      const hold = holdOf(body, entry);
      lines.push(`${entry.url}: ${hold === undefined ? 'goes next' : explainHold(hold)}`);
    }
  }
  const others = [...missed].map((id) => `${id}: no URL of it waits in the head of its host`);
  return [...lines, ...others].slice(0, most);
}

import type { VisitSeen } from '../../pipeline/turn/turn.ts';
import type { LoopOptions } from './crawl-parts.ts';

interface Watcher extends Required<Pick<LoopOptions, 'onTurn'>> {
  /** Called for each page when its visit ends, or soon after, and before its turn ends. */
  readonly onVisit: (visit: VisitSeen) => void;
}

/** Passes turns and visits on to all watchers, whichever crawl of this process runs them. */
export interface CrawlWatchers extends Watcher {
  add(watcher: Watcher): void;
  delete(watcher: Watcher): void;
}

export function crawlWatchers(): CrawlWatchers {
  const all = new Set<Watcher>();
  return {
    add: (one) => void all.add(one),
    delete: (one) => void all.delete(one),
    onTurn(report) {
      for (const one of all) one.onTurn(report);
    },
    onVisit(visit) {
      for (const one of all) one.onVisit(visit);
    },
  };
}

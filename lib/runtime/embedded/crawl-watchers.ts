import type { LoopOptions } from './crawl-parts.ts';

type Watcher = Required<Pick<LoopOptions, 'onTurn' | 'onVisit'>>;

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

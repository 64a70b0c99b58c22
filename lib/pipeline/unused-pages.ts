import type { Ports } from '../ports/ports.ts';
import { utcDay } from './utc-day.ts';

/**
 * Pages that tickets allowed and turns did not fetch. They go back to the day's ceiling with one write for a whole
 * batch of turns; a worker that dies before it has counted them for nothing: the ceiling comes early, never late.
 */
export interface UnusedPages {
  add(job: string, pages: number): void;
  giveBack(): Promise<void>;
}

export function openUnusedPages(ports: Pick<Ports, 'jobs' | 'clock'>): UnusedPages {
  const unused = new Map<string, number>();
  return {
    add(job, pages) {
      unused.set(job, (unused.get(job) ?? 0) + pages);
    },
    async giveBack() {
      const day = utcDay(ports.clock.now());
      const all = [...unused].filter(([, pages]) => pages > 0);
      unused.clear();
      await Promise.all(all.map(([job, pages]) => ports.jobs.addPages(job, day, -pages)));
    },
  };
}

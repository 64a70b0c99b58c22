import type { Ports } from '../../ports/ports.ts';
import type { Ticket } from '../../ports/tickets.ts';

/**
 * Pages that tickets allowed and turns did not fetch. They go back to the ceiling of the day from which they were taken,
 * in one write for a batch of turns. When a worker dies before, they stay counted: the ceiling comes early, never late.
 */
export interface UnusedPages {
  /** Does nothing for a job without a ceiling. */
  add(ticket: Ticket, pages: number): void;
  giveBack(): Promise<void>;
}

export function openUnusedPages(ports: Pick<Ports, 'jobs'>): UnusedPages {
  let unused: { readonly job: string; readonly day: string; readonly pages: number }[] = [];
  return {
    add({ job, day }, pages) {
      if (day !== undefined && pages > 0) unused.push({ job, day, pages });
    },
    async giveBack() {
      const all = Map.groupBy(unused, ({ job, day }) => `${job} ${day}`);
      unused = [];
      await Promise.all(
        [...all.values()].map((some) => {
          const { job, day } = some[0] as (typeof some)[number];
          return ports.jobs.addPages(job, day, -some.reduce((sum, { pages }) => sum + pages, 0));
        }),
      );
    },
  };
}

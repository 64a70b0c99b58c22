import { writeTableFile } from '../../adapters/sql/table-file.ts';
import { type CopyPorts, copyTables, crawlState } from '../../capabilities/sql/copy-tables.ts';
import { withGraphNow } from '../../capabilities/sql/graph-to-copy.ts';
import type { GatherPorts } from '../../pipeline/link-graph/gather-parts.ts';
import type { Job } from '../../ports/jobs.ts';

/**
 * Makes the file of a job's tables.
 * @param unless a state of the crawl (`crawlState`) that needs no other copy
 * @returns whether it was made
 */
export type CopyCrawl = (job: Job, file: string, unless: string | undefined) => Promise<boolean>;

/** Copies on this thread. */
export function copyCrawl(ports: CopyPorts & GatherPorts): CopyCrawl {
  return async (job, file, unless) => {
    if (unless !== undefined && unless === (await crawlState(ports, job))) return false;
    const writer = writeTableFile(file);
    try {
      const endBy = Number.POSITIVE_INFINITY;
      await withGraphNow(ports, job, endBy, (graph) => copyTables(ports, job, { writer, ...graph, endBy }));
      writer.finish();
      return true;
    } finally {
      writer.discard();
    }
  };
}

import type { RecordEntry } from '../../ports/records.ts';
import type { Inspection } from './inspection.ts';

const pageSize = 1_000;

/** Goes through a job's records once, by MD5, slice by slice. */
export interface RecordWalk {
  /** The next records, as far as they are wanted; empty: the next record is not wanted, or there is none. */
  next(wanted: (md5: string) => boolean): Promise<readonly RecordEntry[]>;
}

export function walkRecords({ ports, job }: Inspection): RecordWalk {
  let page: readonly RecordEntry[] = [];
  let cursor: string | undefined;
  let isOver = false;
  return {
    async next(wanted) {
      if (page.length === 0 && !isOver) {
        const read = await ports.records.records(job.name, pageSize, cursor);
        page = read.records;
        cursor = read.cursor;
        isOver = cursor === undefined;
      }
      const end = page.findIndex(({ md5 }) => !wanted(md5));
      const taken = end === -1 ? page : page.slice(0, end);
      page = end === -1 ? [] : page.slice(end);
      return taken;
    },
  };
}

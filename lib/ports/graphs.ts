import type { ColumnSpace } from '../graph/web-graph.ts';

/** Room on this machine for columns that do not fit into memory. */
export interface GraphSpace extends ColumnSpace {
  /** Gives back all of it; nothing of it can be read any more. */
  close(): void;
}

/**
 * The link graph of each job, which is made of its link log: parts that are written once, and a state that names those that
 * count. Nothing else is lost when they are.
 * @throws WinnowError `full` when there is no room, `unavailable`.
 */
export interface GraphStore {
  /** Writes a file whole, in place of one of that name. `name`: letters, digits, `-` and `.`, at most 64. */
  put(job: string, name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is none. */
  read(job: string, name: string): Promise<Uint8Array | undefined>;
  /** The names of a job's files, ascending, at most `limit`; with `after`, only later ones. */
  names(job: string, limit: number, after?: string): Promise<readonly string[]>;
  /** Passes over missing ones. */
  delete(job: string, names: readonly string[]): Promise<void>;
  /**
   * Room for an analysis of a graph that is larger than `memoryMb`. Nothing of it is left when the process ends, however it
   * ends. Writing throws WinnowError `full` when there is no room.
   */
  space(job: string, memoryMb: number): GraphSpace;
}

/** What distils jobs elsewhere (`focus.distill`). */
export interface Distiller {
  /**
   * Begins to distil a job, and does not wait. A call can be lost, and one that comes twice does no harm.
   * @throws WinnowError `unavailable`
   */
  call(job: string): Promise<void>;
  /** The longest time in ms until a call has ended. */
  readonly takesMs: number;
}

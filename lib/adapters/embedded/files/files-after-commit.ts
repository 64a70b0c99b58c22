import type { Connection } from '../base/connection.ts';
import { type Files, nodeFiles } from './files.ts';

/**
 * Files beside a database that gathers its writes. What a file had goes (by being removed, replaced, cut off or written over)
 * only after the database has committed what says why: a process that is killed in between would otherwise leave rows that
 * name what is gone, such as a committed turn whose staged changes nobody can publish any more.
 */
export function filesAfterCommit(db: Pick<Connection, 'flush'>, files: Files = nodeFiles): Files {
  return {
    ...files,
    remove(path) {
      db.flush();
      files.remove(path);
    },
    rename(from, to) {
      db.flush();
      files.rename(from, to);
    },
    cut(path, size) {
      db.flush();
      files.cut(path, size);
    },
    overwrite(path, start, data) {
      db.flush();
      files.overwrite(path, start, data);
    },
  };
}

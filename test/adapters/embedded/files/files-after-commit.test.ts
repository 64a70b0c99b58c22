import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileChanges } from '../../../../lib/adapters/embedded/files/file-changes.ts';
import { FileStaged } from '../../../../lib/adapters/embedded/files/file-staged.ts';
import { type Files, nodeFiles } from '../../../../lib/adapters/embedded/files/files.ts';
import { filesAfterCommit } from '../../../../lib/adapters/embedded/files/files-after-commit.ts';
import {
  type Database,
  openDatabase,
  openDatabaseBeside,
} from '../../../../lib/adapters/embedded/tables/database.ts';

let directory: string;
let database: Database;
/** As the next process would see the database, if this one were killed. */
let others: Database;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'winnow-'));
  database = openDatabase(directory);
  others = openDatabaseBeside(directory);
  database.connection.gather();
});
afterEach(() => {
  others.close();
  database.close();
  rmSync(directory, { recursive: true });
});

function insert(id: string): void {
  database.connection.run("INSERT INTO link_open VALUES ('job', ?)", id);
}

function committed(): readonly string[] {
  return others.connection.all<{ readonly id: string }>('SELECT id FROM link_open').map(({ id }) => id);
}

describe('files beside a database that gathers its writes', () => {
  it.each<readonly [string, (files: Files, path: string) => void]>([
    ['remove', (files, path) => files.remove(path)],
    ['cut', (files, path) => files.cut(path, 1)],
    ['overwrite', (files, path) => files.overwrite(path, 0, Buffer.from('b'))],
    ['rename', (files, path) => files.rename(`${path}.part`, path)],
  ])('%s only after it has committed them', (name, change) => {
    const seen: (readonly string[])[] = [];
    const watched = { ...nodeFiles, [name]: () => void seen.push(committed()) };
    insert('why');
    expect(committed()).toEqual([]);
    change(filesAfterCommit(database.connection, watched), join(directory, 'a'));
    expect(seen).toEqual([['why']]);
  });

  it('have what was staged until the database has committed that it is not needed', async () => {
    const files = filesAfterCommit(database.connection);
    const staged = new FileStaged(directory, files);
    await staged.put('job', '1-a', ['{}']);
    insert('published');
    await staged.delete('job', '1-a');
    expect(committed()).toEqual(['published']);
  });

  it('have the lines of changes at their old place until the database names the new one', async () => {
    const places: unknown[] = [];
    const watched: Files = {
      ...nodeFiles,
      overwrite(path, start, data) {
        places.push(others.connection.get('SELECT length FROM changes_object'));
        nodeFiles.overwrite(path, start, data);
      },
    };
    const changes = new FileChanges(
      database.connection,
      directory,
      filesAfterCommit(database.connection, watched),
    );
    await changes.put('job', '~1-a', ['1']);
    await changes.put('job', '~1-a', ['a longer line']);
    expect(places).toEqual([{ length: 14 }]);
    expect(await changes.read('job', '~1-a')).toEqual(['a longer line']);
  });
});

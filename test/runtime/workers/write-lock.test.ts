import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Connection } from '../../../lib/adapters/embedded/tables/connection.ts';
import { openDatabase } from '../../../lib/adapters/embedded/tables/database.ts';
import type { CanonicalUrl } from '../../../lib/domain/url/url.ts';
import { watchedReader } from '../../../lib/runtime/workers/watched-reader.ts';
import { testSettings } from '../../support/settings.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'winnow-lock-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Whether another connection can write now, without a wait. */
function canWrite(file: string): boolean {
  const other = new Connection(file, 0);
  try {
    other.transaction(() =>
      other.run("INSERT OR REPLACE INTO staged (job, id, lines) VALUES ('x', 'y', '')"),
    );
    return true;
  } catch {
    return false;
  } finally {
    other.close();
  }
}

describe('the write lock of the database', () => {
  it('is not held while a worker reads a page, even if it was just written to', async () => {
    const { connection: db, close } = openDatabase(directory);
    db.gather();
    const seen: boolean[] = [];
    const note = {
      begin: () => void seen.push(canWrite(db.file)),
      end: () => void seen.push(canWrite(db.file)),
    };
    const reader = watchedReader(note, new Map(), () => db.letGo());
    const settings = testSettings('a');
    db.run("INSERT INTO staged (job, id, lines) VALUES ('a', 'b', '')");
    expect(canWrite(db.file)).toBe(false);
    const read = await reader.read({
      url: 'http://a.example/' as CanonicalUrl,
      body: Buffer.from('<title>t</title><p>text'),
      contentType: 'text/html',
      urlSettings: settings.url,
      extract: [],
      product: 'test',
    });
    expect(read.kind).toBe('page');
    expect(seen).toEqual([true, true]);
    close();
  });

  it('is not held over a wait: what one callback wrote is committed before the next', async () => {
    const { connection: db, close } = openDatabase(directory);
    db.gather();
    db.run("INSERT INTO staged (job, id, lines) VALUES ('a', 'b', '')");
    await new Promise((resolve) => setImmediate(resolve));
    expect(canWrite(db.file)).toBe(true);
    close();
  });
});

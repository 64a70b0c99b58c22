import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { filesSink } from '../../../lib/adapters/sinks/files/files-sink.ts';
import { sqliteSink } from '../../../lib/adapters/sinks/sqlite/sqlite-sink.ts';
import type { SinkType } from '../../../lib/pipeline/sinks/sink.ts';
import { type SinkFixture, sinkContract } from '../../contracts/sinks.ts';

const temporary = (): string => mkdtempSync(join(tmpdir(), 'winnow-sinks-'));

sinkContract('SQLite', async (): Promise<SinkFixture> => {
  const directory = temporary();
  const file = join(directory, 'search.db');
  const rows = <Row>(sql: string): Row[] => {
    const db = new DatabaseSync(file);
    try {
      return db.prepare(sql).all() as Row[];
    } finally {
      db.close();
    }
  };
  return {
    type: sqliteSink as SinkType<unknown>,
    settings: { file: 'search.db', tokens: 'words' },
    directory,
    async contents() {
      const [shown] = rows<{ number: number }>('SELECT number FROM generation WHERE shown = 1');
      return new Map(
        rows<{ md5: string; url: string }>(`SELECT md5, url FROM page_${shown?.number}`).map(
          ({ md5, url }) => [md5, url],
        ),
      );
    },
    async occupy() {
      const db = new DatabaseSync(file);
      db.exec("CREATE TABLE page_1 (mine TEXT); INSERT INTO page_1 VALUES ('dear')");
      db.close();
      return async () => rows('SELECT * FROM page_1');
    },
    lose: async () => rmSync(file),
    close: async () => rmSync(directory, { recursive: true }),
  };
});

sinkContract('files', async (): Promise<SinkFixture> => {
  const directory = temporary();
  const root = join(directory, 'out');
  return {
    type: filesSink as SinkType<unknown>,
    settings: { directory: 'out', format: 'jsonl', maxBytes: 20_000, maxAgeMs: 1_000_000 },
    directory,
    async contents() {
      const found = new Map<string, string>();
      const current = join(root, 'current');
      if (!existsSync(current)) return found;
      for (const file of readdirSync(current).sort()) {
        if (!file.endsWith('.jsonl')) continue;
        for (const line of readFileSync(join(current, file), 'utf8').trim().split('\n')) {
          const { md5, change, record } = JSON.parse(line);
          if (change === 'deleted') found.delete(md5);
          else found.set(md5, record.urls[0]);
        }
      }
      return found;
    },
    async occupy() {
      mkdirSync(join(root, '0001'), { recursive: true });
      writeFileSync(join(root, '0001', 'mine.txt'), 'dear');
      return async () =>
        readdirSync(join(root, '0001')).map((one) => [one, readFileSync(join(root, '0001', one), 'utf8')]);
    },
    lose: async () => rmSync(root, { recursive: true }),
    close: async () => rmSync(directory, { recursive: true }),
  };
});

import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../lib/adapters/embedded/tables/database.ts';
import { SqliteJobs } from '../../../../lib/adapters/embedded/tables/sqlite-jobs.ts';
import { settingsOf } from '../../../contracts/jobs.ts';

describe('settings in SQLite', () => {
  it.each([
    ['newer', (text: string) => text.replace(/"v":\d+/, '"v":99')],
    ['corrupt', (text: string) => text.replace('"gapMs":', '"gap":')],
    ['corrupt', (text: string) => text.slice(1)],
  ])('are refused as %s when they do not validate', async (code, change) => {
    const { connection, close } = openDatabase(':memory:');
    const version = await new SqliteJobs(connection).putSettings(settingsOf('a'));
    const row = connection.get<{ text: string }>('SELECT text FROM settings');
    connection.run('UPDATE settings SET text = ?', change(row?.text ?? ''));
    await expect(new SqliteJobs(connection).settings('a', version)).rejects.toMatchObject({ code });
    close();
  });
});

import type { Connection } from '../base/connection.ts';
import { countsIn } from './schema.ts';

/** The same sums as those of the triggers of the table `control` (schema.ts). */
const sums = `
  count(*) AS hosts, ifnull(sum(state = 'idle'), 0) AS idle, ifnull(sum(state = 'due'), 0) AS due,
  ifnull(sum(state = 'ticketed'), 0) AS ticketed, ifnull(sum(ifnull(backoffs, 0) > 0), 0) AS backing_off,
  ifnull(sum(iif(ifnull(backoffs, 0) > 0, pending, 0)), 0) AS pending_backing_off,
  ifnull(sum(pending), 0) AS pending, ifnull(sum(visited), 0) AS visited, ifnull(sum(bytes), 0) AS bytes`;

const names = 'hosts, idle, due, ticketed, backing_off, pending_backing_off, pending, visited, bytes';

/** Visits of all hosts by outcome and media type. A damaged text counts as none: `sanity` reports it with its host. */
const visits = `
  SELECT 'outcomes' AS what, key, value FROM control, json_each(${countsIn('outcomes')}) WHERE job = ?1
  UNION ALL
  SELECT 'repeated', key, value FROM control, json_each(${countsIn('repeated')}) WHERE job = ?1
  UNION ALL
  SELECT 'unsupported', key, value FROM control, json_each(${countsIn('unsupported')}) WHERE job = ?1`;
const counts = `SELECT what, key, sum(value) AS count FROM (${visits}) GROUP BY what, key HAVING sum(value) <> 0`;

/** Compares the sums with the controls. @returns the wrong ones, in words; with `mend` corrects them and returns none */
export function addUp(db: Connection, job: string, mend: boolean): readonly string[] {
  if (mend) {
    db.transaction(() => {
      db.run(
        `INSERT OR REPLACE INTO total (job, ${names}) SELECT ?1, ${sums} FROM control WHERE job = ?1`,
        job,
      );
      db.run(
        'INSERT OR REPLACE INTO arriving (job, urls) SELECT ?1, ifnull(sum(urls), 0) FROM inbox WHERE job = ?1',
        job,
      );
      db.run('DELETE FROM tally WHERE job = ?', job);
      db.run(`INSERT INTO tally (job, what, key, count) SELECT ?1, what, key, count FROM (${counts})`, job);
    });
    return [];
  }
  // Each of these statements sees the state of one moment: no turn is committed during it.
  const found = db.get<Row>(
    `SELECT f.*, ${names.replaceAll(/\w+/g, 't.$& AS stored_$&')} FROM (SELECT ${sums} FROM control WHERE job = ?1) f
     LEFT JOIN total t ON t.job = ?1`,
    job,
  );
  const wrong = names.split(', ').flatMap((name) => {
    const [stored, is] = [found?.[`stored_${name}`] ?? 0, found?.[name] ?? 0];
    return stored === is ? [] : [`${name}: ${stored} for ${is}`];
  });
  const tallied = db.all<Count>(
    `SELECT key, ifnull(t.count, 0) AS stored, ifnull(c.count, 0) AS found
     FROM (SELECT * FROM tally WHERE job = ?1) t FULL JOIN (${counts}) c USING (what, key)
     WHERE ifnull(t.count, 0) <> ifnull(c.count, 0) ORDER BY what, key`,
    job,
  );
  const arriving = db.get<Omit<Count, 'key'>>(
    `SELECT ifnull((SELECT urls FROM arriving WHERE job = ?1), 0) AS stored,
       (SELECT ifnull(sum(urls), 0) FROM inbox WHERE job = ?1) AS found`,
    job,
  );
  if (arriving?.stored !== arriving?.found)
    wrong.push(`arriving: ${arriving?.stored} for ${arriving?.found}`);
  return [...wrong, ...tallied.map(({ key, stored, found: is }) => `${key}: ${stored} for ${is}`)];
}

type Row = Readonly<Record<string, number>>;

interface Count {
  readonly key: string;
  readonly stored: number;
  readonly found: number;
}

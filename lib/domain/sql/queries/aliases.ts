import type { NamedQuery } from '../named-query.ts';

export const aliases: NamedQuery = {
  name: 'aliases',
  title: 'Hosts that may be one',
  explanation:
    "Pairs of hosts whose pages have equal contents, as Combine's `combineUtil serveralias` finds " +
    'aliases: hosts that share at least `records` contents.',
  parameters: { records: 2 },
  sql: `
    WITH contents AS (SELECT DISTINCT md5, host FROM pages WHERE md5 IS NOT NULL)
    SELECT one.host, other.host AS same_as, shared.records
    FROM (
      SELECT a.host AS a, b.host AS b, count(*) AS records
      FROM contents AS a JOIN contents AS b ON b.md5 = a.md5 AND b.host > a.host
      GROUP BY a.host, b.host
      HAVING count(*) >= :records
    ) AS shared
    JOIN hosts AS one ON one.id = shared.a
    JOIN hosts AS other ON other.id = shared.b
    ORDER BY shared.records DESC, one.host, other.host
  `,
};

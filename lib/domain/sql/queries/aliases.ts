import type { NamedQuery } from '../named-query.ts';

export const aliases: NamedQuery = {
  name: 'aliases',
  title: 'Hosts that may be one',
  explanation:
    "Pairs of hosts whose pages have equal contents, as Combine's `combineUtil serveralias` finds " +
    'aliases: hosts that share at least `records` contents.',
  parameters: { records: 2 },
  sql: `
    WITH contents AS (
      SELECT DISTINCT pages.md5, hosts.host
      FROM pages JOIN hosts ON hosts.id = pages.host
      WHERE pages.md5 IS NOT NULL
    )
    SELECT one.host, other.host AS same_as, count(*) AS records
    FROM contents AS one
    JOIN contents AS other ON other.md5 = one.md5 AND other.host > one.host
    GROUP BY one.host, other.host
    HAVING count(*) >= :records
    ORDER BY records DESC, one.host, other.host
  `,
};

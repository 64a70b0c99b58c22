import type { NamedQuery } from '../named-query.ts';

export const copies: NamedQuery = {
  name: 'copies',
  title: 'Contents that most URLs lead to',
  explanation: 'Records by the number of their URLs: session ids and mirrors show here.',
  sql: `
    SELECT md5, count(*) AS urls, min(url) AS example, max(url) AS another
    FROM pages
    WHERE md5 IS NOT NULL
    GROUP BY md5
    HAVING count(*) > 1
    ORDER BY urls DESC, md5
    LIMIT 50
  `,
};

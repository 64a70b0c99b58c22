import type { NamedQuery } from '../named-query.ts';

export const sites: NamedQuery = {
  name: 'sites',
  title: 'Hosts by density of relevant pages',
  explanation:
    'Which servers specialise in the topic (Chakrabarti, van den Berg and Dom 1999, §1, site rating): ' +
    'hosts with at least `pages` judged pages, the highest mean relevance first.',
  parameters: { pages: 5 },
  sql: `
    SELECT
      hosts.host, count(*) AS pages, sum(page.on_topic) AS on_topic,
      round(avg(page.relevance), 3) AS density, hosts.pending
    FROM pages AS page
    JOIN hosts ON hosts.id = page.host
    WHERE page.on_topic IS NOT NULL
    GROUP BY hosts.id, hosts.host, hosts.pending
    HAVING count(*) >= :pages
    ORDER BY density DESC, count(*) DESC, hosts.host
    LIMIT 50
  `,
};

import type { NamedQuery } from '../named-query.ts';

export const together: NamedQuery = {
  name: 'together',
  title: 'Pages that are cited together with one page',
  explanation:
    'Pages of other servers that the pages which link to `url` link to as well: most often together ' +
    'first. Communities show here.',
  parameters: { url: null },
  sql: `
    SELECT other.url, other.class, count(*) AS together
    FROM links AS to_it
    JOIN links AS beside ON beside.source = to_it.source AND beside.target <> to_it.target
    JOIN pages AS other ON other.id = beside.target
    WHERE to_it.target = (SELECT id FROM pages WHERE url = :url)
      AND to_it.source_server <> to_it.target_server
      AND beside.target_server NOT IN (to_it.source_server, to_it.target_server)
    GROUP BY other.id, other.url, other.class
    ORDER BY together DESC, other.url
    LIMIT 50
  `,
};

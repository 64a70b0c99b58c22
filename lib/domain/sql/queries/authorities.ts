import type { NamedQuery } from '../named-query.ts';

export const authorities: NamedQuery = {
  name: 'authorities',
  title: 'Relevant pages that many hubs link to',
  explanation:
    'Authorities of the distiller (Chakrabarti, van den Berg and Dom 1999, §3.2), with the number of ' +
    'other servers that link to them.',
  parameters: { top: 20 },
  sql: `
    SELECT
      page.url, round(page.authority, 5) AS authority, round(page.relevance, 3) AS relevance, page.class,
      count(DISTINCT CASE WHEN links.source_server <> links.target_server THEN links.source_server END) AS servers
    FROM (SELECT * FROM pages WHERE authority > 0 ORDER BY authority DESC, url LIMIT :top) AS page
    LEFT JOIN links ON links.target = page.id
    GROUP BY page.id, page.url, page.authority, page.relevance, page.class
    ORDER BY page.authority DESC, page.url
  `,
};

import type { NamedQuery } from '../named-query.ts';

export const hubs: NamedQuery = {
  name: 'hubs',
  title: 'The best hubs, and what they link to that nobody has visited',
  explanation:
    'Pages that link to the most relevant pages of other servers (Chakrabarti, van den Berg and Dom ' +
    '1999, §3.2), with the number of their links that are not visited yet.',
  parameters: { top: 20 },
  sql: `
    SELECT
      page.url, round(page.hub, 5) AS hub, round(page.relevance, 3) AS relevance, page.class,
      count(*) AS links, sum(CASE WHEN target.num_tries = 0 THEN 1 ELSE 0 END) AS not_visited
    FROM (SELECT * FROM pages WHERE hub > 0 ORDER BY hub DESC, url LIMIT :top) AS page
    JOIN links ON links.source = page.id
    JOIN pages target ON target.id = links.target
    GROUP BY page.id, page.url, page.hub, page.relevance, page.class
    ORDER BY page.hub DESC, page.url
  `,
};

import type { NamedQuery } from '../named-query.ts';

export const neglected: NamedQuery = {
  name: 'neglected',
  title: 'URLs that the best hubs link to and nobody has visited',
  explanation:
    'Neighbours of the best hubs on other servers that wait or were never admitted (Chakrabarti, van ' +
    'den Berg and Dom 1999, §5.7). `winnow hubs --raise` puts them in front of the frontier.',
  parameters: { top: 100 },
  sql: `
    SELECT target.url, target.state, round(sum(page.hub), 5) AS promise, count(*) AS hubs, min(page.url) AS a_hub
    FROM (SELECT id, url, hub FROM pages WHERE hub > 0 ORDER BY hub DESC, url LIMIT :top) AS page
    JOIN links ON links.source = page.id
    JOIN pages target ON target.id = links.target
    WHERE target.num_tries = 0 AND links.source_server <> links.target_server
    GROUP BY target.id, target.url, target.state
    ORDER BY promise DESC, target.url
  `,
};

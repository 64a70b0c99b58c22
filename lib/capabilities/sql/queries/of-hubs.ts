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

export const neighbours: NamedQuery = {
  name: 'neighbours',
  title: 'Unvisited neighbours of one page on other servers',
  explanation:
    'The question of the paper about its best URL, word by word but for the names of columns ' +
    '(Chakrabarti, van den Berg and Dom 1999, §5.7). Give the page with `--set url=URL`.',
  parameters: { url: null },
  sql: `
    SELECT url, relevance
    FROM pages
    WHERE id IN (
      SELECT target FROM links
      WHERE source = (SELECT id FROM pages WHERE url = :url) AND source_server <> target_server
    ) AND num_tries = 0
    ORDER BY url
  `,
};

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

export const citations: NamedQuery = {
  name: 'citations',
  title: 'Pages of one class that link to pages of another',
  explanation:
    'Pages of class `from` that cite class `to`, each with what is below it: what joins two topics ' +
    '(Chakrabarti, van den Berg and Dom 1999, §1, linkage: traffic radar makers and insurance ' +
    'companies).',
  parameters: { from: null, to: null },
  sql: `
    WITH RECURSIVE
      citing(class) AS (
        SELECT class FROM classes WHERE class = :from
        UNION ALL
        SELECT classes.class FROM classes JOIN citing ON classes.parent = citing.class
      ),
      cited(class) AS (
        SELECT class FROM classes WHERE class = :to
        UNION ALL
        SELECT classes.class FROM classes JOIN cited ON classes.parent = cited.class
      )
    SELECT source.url, source.class, target.url AS cites, target.class AS cited_class
    FROM pages source
    JOIN links ON links.source = source.id
    JOIN pages target ON target.id = links.target
    WHERE source.class IN (SELECT class FROM citing) AND target.class IN (SELECT class FROM cited)
    ORDER BY source.relevance DESC, source.url, target.url
  `,
};

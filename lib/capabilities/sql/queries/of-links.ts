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

export const reciprocity: NamedQuery = {
  name: 'reciprocity',
  title: 'Whether a topic competes or collaborates',
  explanation:
    'Of the links between servers inside each class, how many are answered by a link back ' +
    '(Chakrabarti, van den Berg and Dom 1999, §1, community behaviour). Few: its sites compete. Many: ' +
    'they collaborate.',
  sql: `
    SELECT
      source.class, count(*) AS links, count(back.source) AS answered,
      round(1e2 * count(back.source) / count(*), 1) AS percent
    FROM links
    JOIN pages source ON source.id = links.source
    JOIN pages target ON target.id = links.target AND target.class = source.class
    LEFT JOIN links AS back ON back.source = links.target AND back.target = links.source
    WHERE links.source_server <> links.target_server
    GROUP BY source.class
    ORDER BY count(*) DESC, source.class
  `,
};

export const popularity: NamedQuery = {
  name: 'popularity',
  title: 'How long good pages take to become popular',
  explanation:
    'Days from the first visit of a relevant page to the moment at which `servers` other servers were ' +
    'known to link to it (Chakrabarti, van den Berg and Dom 1999, §1, community behaviour), by class. ' +
    'It counts when the crawl found the links, not when they were made.',
  parameters: { servers: 3 },
  sql: `
    WITH citing AS (
      SELECT links.target, links.source_server, min(source.first_visit_day) AS known
      FROM links
      JOIN pages source ON source.id = links.source
      JOIN pages target ON target.id = links.target AND target.on_topic = 1
      WHERE links.source_server <> links.target_server AND source.first_visit IS NOT NULL
      GROUP BY links.target, links.source_server
    ), counted AS (
      SELECT target, known, row_number() OVER (PARTITION BY target ORDER BY known) AS place FROM citing
    )
    SELECT
      pages.class, count(*) AS pages,
      round(avg(CASE WHEN known > first_visit_day THEN known - first_visit_day ELSE 0e0 END), 2) AS days
    FROM counted JOIN pages ON pages.id = counted.target
    WHERE counted.place = :servers
    GROUP BY pages.class
    ORDER BY count(*) DESC, coalesce(pages.class, '')
  `,
};

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

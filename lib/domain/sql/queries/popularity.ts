import type { NamedQuery } from '../named-query.ts';

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

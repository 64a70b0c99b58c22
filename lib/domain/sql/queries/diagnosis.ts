import type { NamedQuery } from '../named-query.ts';

export const diagnosis: NamedQuery = {
  name: 'diagnosis',
  title: 'Classes that the neighbours of on-topic pages have',
  explanation:
    'Whether the topic is drawn too narrowly: the diagnosis of the paper, where a crawl for mutual ' +
    'funds stagnated until investment in general was good, too (Chakrabarti, van den Berg and Dom ' +
    '1999, §2.2 and §5.2). A class that is not good, has a large part of the links of good pages and ' +
    'links back often is mixed with the topic: mark it as good, or as crawl-only.',
  sql: `
    WITH linked AS (
      SELECT source.class AS own, target.class AS other, count(*) AS links
      FROM links
      JOIN pages AS source ON source.id = links.source
      JOIN pages AS target ON target.id = links.target
      WHERE source.class IS NOT NULL AND target.class IS NOT NULL
      GROUP BY source.class, target.class
    )
    SELECT
      classes.class, classes.name, classes.good, classes.crawl_only,
      links_from_good,
      round(1e2 * links_from_good / sum(links_from_good) OVER (), 1) AS percent_of_their_links,
      links_to_good
    FROM (
      SELECT class, sum(from_good) AS links_from_good, sum(to_good) AS links_to_good
      FROM (
        SELECT linked.other AS class, linked.links * classes.good AS from_good, 0 AS to_good
        FROM linked JOIN classes ON classes.class = linked.own
        UNION ALL
        SELECT linked.own, 0, linked.links * classes.good
        FROM linked JOIN classes ON classes.class = linked.other
      ) AS counted
      GROUP BY class
    ) AS summed
    JOIN classes ON classes.class = summed.class
    WHERE links_from_good > 0
    ORDER BY links_from_good DESC, classes.class
  `,
};

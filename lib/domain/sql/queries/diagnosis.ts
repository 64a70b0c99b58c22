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
    WITH judged AS (
      SELECT source.class AS own, target.class AS other, s.good AS own_good, t.good AS other_good
      FROM links
      JOIN pages source ON source.id = links.source
      JOIN pages target ON target.id = links.target
      JOIN classes s ON s.class = source.class
      JOIN classes t ON t.class = target.class
    )
    SELECT
      classes.class, classes.name, classes.good, classes.crawl_only,
      links_from_good,
      round(1e2 * links_from_good / sum(links_from_good) OVER (), 1) AS percent_of_their_links,
      links_to_good
    FROM (
      SELECT class, sum(from_good) AS links_from_good, sum(to_good) AS links_to_good
      FROM (
        SELECT other AS class, own_good AS from_good, 0 AS to_good FROM judged
        UNION ALL
        SELECT own, 0, other_good FROM judged
      )
      GROUP BY class
    ) AS linked
    JOIN classes ON classes.class = linked.class
    WHERE links_from_good > 0
    ORDER BY links_from_good DESC, classes.class
  `,
};

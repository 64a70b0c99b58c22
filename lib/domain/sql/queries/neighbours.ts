import type { NamedQuery } from '../named-query.ts';

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

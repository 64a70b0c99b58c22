import type { NamedQuery } from '../named-query.ts';

export const census: NamedQuery = {
  name: 'census',
  title: 'Pages by class, with the share of all that were classified',
  explanation:
    'How many visited pages each class is the best of, and whether the class is on topic ' +
    '(Chakrabarti, van den Berg and Dom 1999, §4.3). A crawl diffuses when more and more of its pages ' +
    'are of classes that are not good.',
  sql: `
    SELECT
      judged.class, classes.name, classes.good, judged.pages,
      round(1e2 * judged.pages / sum(judged.pages) OVER (), 1) AS percent, judged.relevance
    FROM (
      SELECT class, count(*) AS pages, round(avg(relevance), 3) AS relevance
      FROM pages
      WHERE class IS NOT NULL
      GROUP BY class
    ) AS judged
    LEFT JOIN classes ON classes.class = judged.class
    ORDER BY judged.pages DESC, judged.class
  `,
};

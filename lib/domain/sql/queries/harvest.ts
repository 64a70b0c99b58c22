import type { NamedQuery } from '../named-query.ts';

export const harvest: NamedQuery = {
  name: 'harvest',
  title: 'Relevance of what was fetched, hour by hour',
  explanation:
    'The plot of the paper as a table (Chakrabarti, van den Berg and Dom 1999, §2.3 and §5.2): first ' +
    'visits and their mean relevance.',
  sql: `
    SELECT substr(first_visit, 1, 13) AS hour, count(*) AS pages, round(avg(relevance), 3) AS relevance
    FROM pages
    WHERE first_visit IS NOT NULL
    GROUP BY 1
    ORDER BY 1
  `,
};

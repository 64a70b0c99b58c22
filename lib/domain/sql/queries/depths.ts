import type { NamedQuery } from '../named-query.ts';

export const depths: NamedQuery = {
  name: 'depths',
  title: 'Pages by distance from the seeds',
  explanation:
    'How many links from the nearest seed pages were found, and how relevant they are (Chakrabarti, ' +
    'van den Berg and Dom 1999, §5.5).',
  sql: `
    SELECT depth, count(*) AS pages, sum(on_topic) AS on_topic, round(avg(relevance), 3) AS relevance
    FROM pages
    WHERE num_tries > 0
    GROUP BY depth
    ORDER BY depth
  `,
};

import type { NamedQuery } from '../named-query.ts';

export const tries: NamedQuery = {
  name: 'tries',
  title: 'URLs by number of tries',
  explanation:
    'How many URLs wait for their first visit (0), and how many were visited once and more often ' +
    '(Chakrabarti, van den Berg and Dom 1999, §4.3). A crawl stagnates when few URLs wait that were ' +
    'never tried.',
  sql: `
    SELECT num_tries, count(*) AS urls
    FROM pages
    WHERE state <> 'known' OR num_tries > 0
    GROUP BY num_tries
    ORDER BY num_tries
  `,
};

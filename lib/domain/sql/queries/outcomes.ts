import type { NamedQuery } from '../named-query.ts';

export const outcomes: NamedQuery = {
  name: 'outcomes',
  title: 'What the last visits came to',
  explanation: "Visited URLs by outcome and HTTP status: Combine's `combineUtil stats`.",
  sql: `
    SELECT outcome, status, count(*) AS urls, max(failures) AS most_failures
    FROM pages
    WHERE num_tries > 0
    GROUP BY outcome, status
    ORDER BY urls DESC, outcome, coalesce(status, 0)
  `,
};

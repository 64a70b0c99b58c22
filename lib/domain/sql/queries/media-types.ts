import type { NamedQuery } from '../named-query.ts';

export const mediaTypes: NamedQuery = {
  name: 'media-types',
  title: 'Records by media type',
  explanation: "Combine's statistics of the collection: contents, and bytes before compression.",
  sql: `
    SELECT media_type, count(*) AS records, sum(bytes) AS bytes, round(avg(bytes)) AS mean
    FROM records
    GROUP BY media_type
    ORDER BY records DESC, media_type
  `,
};

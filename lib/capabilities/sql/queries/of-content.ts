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

export const aliases: NamedQuery = {
  name: 'aliases',
  title: 'Hosts that may be one',
  explanation:
    "Pairs of hosts whose pages have equal contents, as Combine's `combineUtil serveralias` finds " +
    'aliases: hosts that share at least `records` contents.',
  parameters: { records: 2 },
  sql: `
    WITH contents AS (
      SELECT DISTINCT pages.md5, hosts.host
      FROM pages JOIN hosts ON hosts.id = pages.host
      WHERE pages.md5 IS NOT NULL
    )
    SELECT one.host, other.host AS same_as, count(*) AS records
    FROM contents AS one
    JOIN contents AS other ON other.md5 = one.md5 AND other.host > one.host
    GROUP BY one.host, other.host
    HAVING count(*) >= :records
    ORDER BY records DESC, one.host, other.host
  `,
};

export const copies: NamedQuery = {
  name: 'copies',
  title: 'Contents that most URLs lead to',
  explanation: 'Records by the number of their URLs: session ids and mirrors show here.',
  sql: `
    SELECT md5, count(*) AS urls, min(url) AS example, max(url) AS another
    FROM pages
    WHERE md5 IS NOT NULL
    GROUP BY md5
    HAVING count(*) > 1
    ORDER BY urls DESC, md5
    LIMIT 50
  `,
};

export const regions: NamedQuery = {
  name: 'regions',
  title: 'Parts of hosts that bring nothing new',
  explanation:
    'Regions with at least 10 fetches, those that bring least first: what they bear, whether they feed on themselves, and whether they are held.',
  sql: `
    SELECT hosts.host, regions.region, fetched, brought, relevant, round(bears, 1) AS bears, feeds, round(mean, 3) AS mean, regions.held
    FROM regions JOIN hosts ON hosts.id = regions.host
    WHERE fetched >= 10
    ORDER BY 1e0 * brought / fetched, fetched DESC, hosts.host, regions.region
    LIMIT 50
  `,
};

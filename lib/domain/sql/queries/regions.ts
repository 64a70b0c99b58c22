import type { NamedQuery } from '../named-query.ts';

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

import { describe, expect, it } from 'vitest';
import type { SiteRow } from '../../../lib/graph/reports/site-report.ts';
import { viewed } from '../../support/viewed.ts';

const site: SiteRow = {
  ...{ site: 'bog.example', pages: 12, judged: 0, relevant: 0, unvisited: 3, linkedBy: 1, rank: 1 },
  ...{ firstSeen: 0, lastNew: 0 },
};
const report = (row: SiteRow) =>
  viewed('sites', {
    ...{ sites: [row], known: 1, large: 1 },
    communities: [{ name: 'bog.example', sites: 1, pages: 12, relevant: row.relevant }],
  });

describe('the table of sites', () => {
  it('counts relevant pages, of communities too', async () => {
    const text = await report({ ...site, judged: 12, relevant: 0, meanRelevance: 0.1 });
    expect(text.match(/ 12 +0\b/g)).toHaveLength(2);
  });

  it('says nothing of relevance where no page was judged', async () => {
    expect(await report(site)).not.toMatch(/ 12 +0\b/);
  });
});

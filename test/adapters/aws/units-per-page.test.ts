import { afterAll, describe, expect, it } from 'vitest';
import type { MeterLine } from '../../../lib/adapters/aws/metering/meter.ts';
import { defaultFocus } from '../../../lib/domain/focus/focus-settings.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { localCloud } from '../../support/cloud/local-cloud.ts';
import { type MeteredCrawl, meteredCrawl, type PartBill } from '../../support/cloud/metered-crawl.ts';
import { testSettings } from '../../support/settings.ts';
import { termTopic } from '../../support/topic/topic.ts';
import { generatedSite } from '../../support/web/generated-site.ts';
import { startWeb } from '../../support/web/web-server.ts';

const cloud = await localCloud();
const full = process.env.WINNOW_TEST_FULL === '1';
const onlyPages = { redirects: 0, duplicates: 0, missing: 0, texts: 0, unsupported: 0, denied: 0 };

/** bench/results/costs.md tables a larger crawl; `node bench/units.ts` measures it. */
describe.skipIf(cloud === undefined)(
  'what a page has billed, everything stored',
  { timeout: 240_000 },
  async () => {
    if (cloud === undefined) return;
    const site = generatedSite({ hosts: 10, pages: 250, seed: 3, linksPerPage: 50, mix: onlyPages });
    const web = await startWeb({ pages: site.page });
    afterAll(() => web.close());

    async function crawl(maxPages: number, more: Partial<JobSettings> = {}): Promise<MeteredCrawl> {
      const base = testSettings('units');
      const settings = {
        ...base,
        turn: { ...base.turn, maxPages },
        limits: { pagesPerDay: 1_000_000 },
        ...more,
      };
      // Ten sites that answer alike: of unlike ones the slow have more turns of fewer pages, which the bench measures.
      const answersIn = () => 300;
      return await meteredCrawl(cloud as NonNullable<typeof cloud>, site.seeds(web.port), settings, {
        answersIn,
      });
    }

    it('is at most 6 write units, 0.15 PUTs and 0.1 SQS requests at 5 pages a turn', async () => {
      const measured = await crawl(5);
      try {
        expect(measured.outcomes).toEqual({ stored: 250 });
        expect(perPage(measured, ({ writeUnits }) => writeUnits)).toBeLessThanOrEqual(6);
        expect(perPage(measured, puts)).toBeLessThanOrEqual(0.15);
        const tickets = perPage(measured, sends);
        const deliveries = (2 * measured.batches) / measured.pages;
        expect(tickets + deliveries).toBeLessThanOrEqual(0.1);
        expect(sum(await measured.rest(3), ({ writeUnits }) => writeUnits)).toBe(0);
      } finally {
        measured.close();
      }
    });

    it('is no more where off-topic pages are sampled for what words mean in the field', async () => {
      const topic = termTopic('100: wheat = F', { followOffTopic: true });
      const written = async (latent: 'always' | 'never') => {
        const measured = await crawl(5, { topic, focus: { ...defaultFocus, mode: 'soft', latent } });
        measured.close();
        expect(measured.outcomes).toEqual({ 'off-topic': 250 });
        return perPage(measured, (line) => line.writeUnits + puts(line));
      };
      expect((await written('always')) - (await written('never'))).toBeLessThanOrEqual(0.02);
    });

    it.skipIf(!full)('is at most 4 write units and 0.05 PUTs at 25 pages a turn', async () => {
      const measured = await crawl(25);
      try {
        expect(measured.outcomes).toEqual({ stored: 250 });
        expect(perPage(measured, ({ writeUnits }) => writeUnits)).toBeLessThanOrEqual(4);
        expect(perPage(measured, puts)).toBeLessThanOrEqual(0.05);
      } finally {
        measured.close();
      }
    });
  },
);

/** What is asked once in each tick, whatever the number of tickets, is not a page's. */
function sends({ operation, requests }: MeterLine): number {
  return operation === 'SendMessageBatch' ? requests : 0;
}

function puts({ service, operation, requests }: MeterLine): number {
  return service === 's3' && operation === 'PutObject' ? requests : 0;
}

function perPage({ parts, pages }: MeteredCrawl, of: (line: MeterLine) => number): number {
  return sum(parts, of) / pages;
}

function sum(parts: Readonly<Record<string, PartBill>>, of: (line: MeterLine) => number): number {
  return Object.values(parts)
    .flatMap(({ lines }) => lines)
    .reduce((total, line) => total + of(line), 0);
}

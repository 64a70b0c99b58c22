import { dayMs, type FreshnessSettings } from '../../../lib/domain/revisit/freshness-settings.ts';
import { testSettings } from '../settings.ts';
import { termTopic } from '../topic/topic.ts';
import type { ChangingPage } from './changing-web.ts';
import { type LongCrawl, type LongCrawlOptions, longCrawl } from './long-crawl.ts';
import { impolite, type Measured, measure } from './measure.ts';

export interface MonthOptions extends Omit<LongCrawlOptions, 'settings'> {
  /** On the average a page is visited again after so many. */
  readonly everyDays: number;
}

/** A long crawl, and how it is to be judged. */
export interface MonthCrawl extends LongCrawl {
  /** Requests that came too early, by the log of the web. */
  readonly impolite: readonly string[];
  /** Pages that the crawl should know and has not asked for for longer than any may rest. */
  readonly missing: readonly string[];
  /** How fresh the pages were in its last half that were always there to be seen, and changed as no other did. */
  readonly measured: Measured;
}

const gapMs = 2_000;

/** Weeks of a continuous crawl of a web that changes, judged by that web. */
export async function monthCrawl({ everyDays, ...options }: MonthOptions): Promise<MonthCrawl> {
  const { days } = options;
  const base = testSettings('month');
  const freshness: FreshnessSettings = {
    ...{ everyMs: everyDays * dayMs, minMs: dayMs / 8, maxMs: 15 * dayMs },
    ...{
      per: 'page',
      relevance: 0,
      popularity: 0,
      popularityBy: 'sites',
      share: 0.25,
      maintenanceShare: 0.9,
    },
  };
  const rest = { successMs: 3 * dayMs, notFoundMs: 10 * dayMs, robotsDeniedMs: 3 * dayMs };
  const crawl = await longCrawl({
    ...options,
    settings: {
      ...base,
      politeness: { ...base.politeness, gapMs },
      revisit: { ...base.revisit, ...rest },
      topic: termTopic('40: owl=B.OWL\n40: owls=B.OWL\n'),
      freshness,
    },
  });
  const { web } = crawl;
  const from = web.log[0]?.start ?? 0;
  const to = from + days * dayMs;
  const pages = [...web.pages.values()];
  const asked = new Set(web.log.filter(({ start }) => start > to - freshness.maxMs).map(({ url }) => url));
  const isSteady = ({ url, gone, spells, twin }: ChangingPage) =>
    gone > to && spells.length === 0 && twin === undefined && web.trouble(url).spells.length === 0;
  return {
    ...crawl,
    impolite: impolite(web.log, gapMs),
    missing: pages.flatMap(({ url, gone }) => (gone > to && !asked.has(url) ? [url] : [])),
    measured: measure(pages.filter(isSteady), web.log, [to - (days / 2) * dayMs, to], freshness),
  };
}

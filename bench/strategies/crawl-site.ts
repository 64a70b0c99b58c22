import type { PluginHost } from '../../lib/adapters/plugins/plugin-host.ts';
import { defaultFocus } from '../../lib/domain/focus/focus-settings.ts';
import type { JobSettings } from '../../lib/domain/settings/settings.ts';
import { evaluationsIn } from '../../lib/domain/strategy/metrics.ts';
import { type GivenStage, strategyOf } from '../../lib/domain/strategy/strategy-settings.ts';
import { smallCrawl, type Web } from '../../test/pipeline/small-crawl.ts';
import { siteOf } from '../../test/pipeline/strategy/staged-crawl.ts';
import { withRules } from '../../test/pipeline/strategy/with-rules.ts';
import { termTopic } from '../../test/support/topic/topic.ts';
import { type TunnelSite, topicDefinition } from '../../test/support/tunnel-web/tunnel-site.ts';

/** What a strategy came to on one site. */
export interface SiteRun {
  readonly loads: number;
  readonly relevant: number;
  /** Evaluations of rules that judge words or ask a model. */
  readonly expensive: number;
  readonly evaluations: number;
  /** Relevant pages after each load. */
  readonly curve: readonly number[];
}

/** Crawls a site with a stage, through the whole pipeline, until so many targets were loaded. @param rules runs plug-ins of the stage */
export async function crawlSite(
  site: TunnelSite,
  stage: Partial<GivenStage>,
  targets: number,
  rules?: PluginHost,
): Promise<SiteRun> {
  const web: Web = Object.fromEntries([...site.pages].map(([url, body]) => [url, { body }]));
  const given: GivenStage = { name: 'bench', load: 5, ...stage, objectives: { of: 'site', targets } };
  const settings: Partial<JobSettings> = {
    topic: termTopic(topicDefinition, { followOffTopic: true }),
    yield: { hold: false, accept: [] },
    focus: { ...defaultFocus, mode: 'soft' },
    strategy: strategyOf({ stages: [given] }),
  };
  const through = rules && withRules(rules);
  const crawl = await smallCrawl(web, {
    seeds: [`${site.root}/`],
    settings,
    ...(through === undefined ? {} : { through }),
  });
  try {
    await crawl.run();
    const { ended, context } = await siteOf(crawl, new URL(site.root).host);
    const metrics = ended[0]?.metrics ?? context?.metrics;
    const { all = 0, expensive = 0 } = metrics === undefined ? {} : evaluationsIn(metrics);
    const asked = crawl.requests.map(({ url }) => url).filter((url) => !url.endsWith('/robots.txt'));
    let found = 0;
    const curve = asked.map((url) => {
      if (site.relevant.has(url)) found += 1;
      return found;
    });
    return { loads: asked.length, relevant: found, expensive, evaluations: all, curve };
  } finally {
    crawl.close();
  }
}

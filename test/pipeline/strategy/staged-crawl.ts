import type { HostName } from '../../../lib/base/url/url.ts';
import { defaultFocus } from '../../../lib/domain/focus/focus-settings.ts';
import { openBody } from '../../../lib/domain/frontier/body.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { type SiteStrategy, siteStrategyOf } from '../../../lib/domain/strategy/host-state.ts';
import { type GivenStage, strategyOf } from '../../../lib/domain/strategy/strategy-settings.ts';
import { termTopic } from '../../support/topic/topic.ts';
import { jobName, type SmallCrawl } from '../small-crawl.ts';

/** A page with links that stand in parts of it: anchor text, address. */
export function pageWith(
  text: string,
  links: {
    readonly nav?: readonly Named[];
    readonly main?: readonly Named[];
    readonly footer?: readonly Named[];
  },
): { readonly body: string } {
  const part = (name: string, own: readonly Named[] = []) =>
    own.length === 0
      ? ''
      : `<${name}>${own.map(([anchor, url]) => `<a href="${url}">${anchor}</a>`).join(' ')}</${name}>`;
  const { nav, main, footer } = links;
  return {
    body: `<title>${text}</title>${part('nav', nav)}<p>${text}</p>${part('main', main)}${part('footer', footer)}`,
  };
}

export type Named = readonly [anchor: string, url: string];

/** Settings of a job about apples with these stages, without held regions. */
export function stagedSettings(...stages: readonly Partial<GivenStage>[]): Partial<JobSettings> {
  const given = stages.map(
    (stage, at): GivenStage => ({
      ...{ name: `stage ${at + 1}`, load: 1, objectives: { of: 'site' } },
      ...stage,
    }),
  );
  const strategy = strategyOf({ stages: given });
  return {
    topic: termTopic('50: apple=fruit', { followOffTopic: true }),
    focus: { ...defaultFocus, mode: 'soft' },
    yield: { hold: false, accept: [] },
    strategy,
  };
}

/** What a site has of its stages. */
export async function siteOf({ ports, job }: SmallCrawl, host: string): Promise<SiteStrategy> {
  const { fingerprintKey } = await job();
  const key = { job: jobName, host: host as HostName };
  const stored = await ports.hosts.body(key);
  return siteStrategyOf(openBody(stored?.bytes, { fingerprintKey, host: key.host }));
}

/** Pages in the order in which they were asked for, without robots.txt, as paths. */
export function pathsOf({ requests }: SmallCrawl): readonly string[] {
  return requests.map(({ url }) => new URL(url).pathname).filter((path) => path !== '/robots.txt');
}

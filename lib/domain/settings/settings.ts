import { fetchSection } from '../../base/fetch/fetch-settings.ts';
import { userAgentSection } from '../../base/fetch/identity-settings.ts';
import { networkSection } from '../../base/fetch/network-settings.ts';
import { linksSection, redirectsSetting } from '../../base/links/link-settings.ts';
import type { PluginSettings } from '../../base/setting-kinds/plugin-settings.ts';
import type { SettingsOf } from '../../base/setting-kinds/section.ts';
import { derived, elsewhere, flag, list, named, onlyInFile, text } from '../../base/setting-kinds/setting.ts';
import type { SurtPrefix } from '../../base/url/surt-prefix.ts';
import { urlSection } from '../../base/url/url-settings.ts';
import {
  analysisSection,
  convertSection,
  type ExtractRule,
  extractSetting,
} from '../../documents/settings.ts';
import {
  purposeSetting,
  robotsSection,
  type ScopeList,
  scopeSection,
  sitemapsSection,
} from '../../rules/settings.ts';
import type { TopicSettings } from '../../topic/settings.ts';
import { focusSection } from '../focus/focus-settings.ts';
import { type StopSettings, stopSection } from '../focus/stop-rules.ts';
import { budgetsSection } from '../frontier/budgets/budgets.ts';
import { politenessSection } from '../politeness/politeness-settings.ts';
import { type ContentSettings, contentSection } from '../reading/content-settings.ts';
import { type FreshnessSettings, freshnessSection } from '../revisit/freshness-settings.ts';
import { revisitSection } from '../revisit/revisit-settings.ts';
import type { SinkSettings } from '../sinks/sink-settings.ts';
import { strategySection } from '../strategy/strategy-settings.ts';
import { yieldSection } from '../yield/yield-settings.ts';
import {
  crawlSection,
  documentsSection,
  limitsSection,
  offTopicSection,
  turnSection,
} from './work-settings.ts';

/** What the core reads of a job.yaml, in the order of the documentation; `lib/capabilities/declared.ts` has all that it may say. */
export const coreSections = {
  name: derived(
    text({ form: 'job name' }, undefined, {
      description: 'The name of the job in its installation. By default that of its directory.',
      expected: 'lower-case letters, digits and hyphens, at most 40, beginning with a letter or digit',
      example: 'apples',
    }),
  ),
  data: onlyInFile(
    text({ min: 1 }, 'data', {
      description:
        'The data directory, relative to job.yaml; one process at a time may use it. Jobs may share one. Not used on AWS.',
      expected: 'a path',
    }),
  ),
  seeds: list({ form: 'url' }, { max: 10_000 }, [], {
    description: 'Where the crawl starts.',
    expected: 'a list of URLs',
    why: 'At most 10,000 here; `winnow seed` takes any number.',
    example: ['https://www.example.org/'],
  }),
  userAgent: named('identity', userAgentSection),
  url: urlSection,
  topic: elsewhere,
  offTopic: offTopicSection,
  analysers: elsewhere,
  focus: focusSection,
  strategy: strategySection,
  scope: scopeSection,
  politeness: politenessSection,
  turn: turnSection,
  fetch: fetchSection,
  revisit: revisitSection,
  freshness: onlyInFile(freshnessSection),
  robots: robotsSection,
  purpose: purposeSetting,
  documents: documentsSection,
  content: contentSection,
  convert: convertSection,
  analysis: analysisSection,
  extract: extractSetting,
  network: networkSection,
  limits: limitsSection,
  stop: onlyInFile(stopSection),
  budgets: budgetsSection,
  yield: yieldSection,
  sitemaps: sitemapsSection,
  redirects: redirectsSetting,
  links: linksSection,
  autoRecycleLinks: flag(true, {
    description: 'Follow new links by themselves. If not, they are held back until `winnow recycle`.',
  }),
  crawl: crawlSection,
  sinks: elsewhere,
};

/** A job's configuration, validated and in internal units. Written once per version, never changed. */
export interface JobSettings extends SettingsOf<typeof coreSections> {
  readonly content: ContentSettings;
  /** What the crawl is about; absent: it takes every page. */
  readonly topic?: TopicSettings;
  /** Plug-ins that add fields to pages, in the order in which they are asked; absent: there are none. */
  readonly analysers?: readonly PluginSettings[];
  /** Targets that its changes are handed to; absent: there are none. */
  readonly sinks?: readonly SinkSettings[];
  /** When it stops by itself; absent: it does not. */
  readonly stop?: StopSettings;
  /** Pages of the collection come back by their changes; absent: after fixed times. */
  readonly freshness?: FreshnessSettings;
  /** Hosts, each with its subdomains, that no job of the installation may crawl, whatever its own rules say. One without a port is denied on every port. */
  readonly deny: ScopeList;
  /** Addresses that are not on the public internet and that sinks may post to, as the installation has them; absent: none. */
  readonly sinkNetworks?: readonly string[];
  /** In the order in which they were written, the installation's before the job's; `settingsFor` applies them. */
  readonly overrides: readonly SettingsOverride[];
  /** Of what was set by somebody; all else is at its default. */
  readonly origins: Origins;
}

/** What an override may be for: only all of a host, or pages of it too; and keys that none may set. */
export interface Reach {
  readonly reach: 'host' | 'page';
  readonly except?: readonly string[];
}

/**
 * What an override may set, and how finely. What a turn needs to know before it knows the page is for all of a host:
 * two gaps for one host would be none. Whatever is not named here holds for the whole job.
 */
const reaches = {
  scope: { reach: 'page' },
  politeness: { reach: 'host' },
  // The clockwork of the installation (leases, the life of a ticket) is derived from the longest turn.
  turn: { reach: 'host', except: ['maxSeconds'] },
  fetch: { reach: 'page' },
  revisit: { reach: 'page' },
  robots: { reach: 'host' },
  documents: { reach: 'page' },
  content: { reach: 'page' },
  convert: { reach: 'page', except: ['programs'] },
  analysis: { reach: 'page', except: ['countries', 'ipDatabase'] },
  budgets: { reach: 'host' },
  yield: { reach: 'host' },
  sitemaps: { reach: 'host' },
  extract: { reach: 'page' },
} as const satisfies { readonly [S in keyof JobSettings]?: Reach };

/** How finely an override may set each section, and which of its keys not. */
export type Overridable = typeof reaches;

export const overridable: Readonly<Record<keyof Overridable, Reach>> = reaches;

/** Sections that an override may set in part. */
export type OverridableSection = Exclude<keyof typeof reaches, 'extract'>;

/** Other values for some settings. Rules of `extract` stand beside those for other fields. */
export type SettingsPatch = {
  readonly [S in OverridableSection]?: Partial<JobSettings[S]>;
} & { readonly extract?: readonly ExtractRule[] };

/** Other settings for some pages. */
export interface SettingsOverride {
  /** A host without a port is meant on every port. Under a path: the path and query of a URL begin with it. */
  readonly match: SurtPrefix;
  /** Whom it is for, as it was written: `host www.example.org`, `SURT prefix http://(org,example,www,)/archive/`. */
  readonly label: string;
  readonly settings: SettingsPatch;
  readonly origins: Origins;
}

/** File and line (`job.yaml:12`) that set a setting, by its name in the file (`politeness.waitIntervalHost`). */
export type Origins = Readonly<Record<string, string>>;

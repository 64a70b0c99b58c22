import { type SettingsOf, section } from '../../../base/setting-kinds/section.ts';
import { count } from '../../../base/setting-kinds/setting.ts';

const billion = 1_000_000_000;
const terabytes = 1_000_000_000_000_000;

/** How much of the crawl one host, or one registered domain, may have. */
export const budgetsSection = section(
  'How much of the crawl one host, or all hosts of one registered domain, may have. What a budget cuts off is counted, and comes back when the budget is raised.',
  {
    pagesPerHost: count(1, billion, undefined, {
      description: 'Pages of a host that are visited; visiting them again is not counted. Without it: all.',
      unit: 'pages',
      example: 5_000,
    }),
    bytesPerHost: count(1, terabytes, undefined, {
      description: 'No new page of a host is visited when its answers came to so much. Without it: no limit.',
      unit: 'bytes',
      example: 1_000_000_000,
    }),
    pendingPerHost: count(1, billion, 1_000_000, {
      description:
        'URLs of a host that may wait for their first visit; more are not taken in until there is room.',
      unit: 'URLs',
      why: 'A host with more often has a trap.',
    }),
    depthPerHost: count(0, 1_000, undefined, {
      description:
        'Pages of a host that are further from the nearest seed wait until this is raised. Without it `scope.maxDepth` alone decides.',
      unit: 'links',
      example: 5,
    }),
    pagesPerDomain: count(1, billion, undefined, {
      description: 'As `pagesPerHost`, for all hosts of a registered domain together. Without it: all.',
      unit: 'pages',
      example: 50_000,
    }),
    bytesPerDomain: count(1, terabytes, undefined, {
      description: 'As `bytesPerHost`, for all hosts of a registered domain together. Without it: no limit.',
      unit: 'bytes',
      example: 10_000_000_000,
    }),
    hostsPerDomain: count(1, billion, undefined, {
      description:
        'Hosts of a registered domain that are crawled; seeds always are. Without it: as many as bring something new (`newHosts`).',
      unit: 'hosts',
      example: 100,
    }),
    newHosts: count(1, 10_000, 3, {
      description:
        'Hosts of a registered domain, or new domains that one domain leads to, that are tried at once. Each host whose first page brings something new lets one more be tried; when few do, the others are held.',
      unit: 'hosts',
      why: 'So made-up subdomains cost this many pages.',
    }),
  },
);

export type Budgets = SettingsOf<typeof budgetsSection.keys>;

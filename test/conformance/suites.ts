import { combineSuites } from './combine.ts';
import { htmlRobotsSuites } from './html-robots.ts';
import { htmlUrlSuites } from './html-urls.ts';
import { robotsSuites } from './robots-suites.ts';
import { sitemapSuites } from './sitemaps/suites.ts';
import type { RunnableSuite } from './suite.ts';
import { urlSuites } from './urls/suites.ts';

/** Every suite of `npm run conformance`, in the order in which it prints them. A new one joins here. */
export const suites: readonly RunnableSuite[] = [
  ...urlSuites,
  ...htmlUrlSuites,
  ...htmlRobotsSuites,
  ...robotsSuites,
  ...sitemapSuites,
  ...combineSuites,
];

/** robots.txt: kept, renewed, asked (RFC 9309). */
export { compareParsers } from './robots/compare-parsers.ts';
export {
  endlessRedirects,
  entryOf,
  lastRules,
  type RobotsEntry,
  type RobotsOutage,
  rulesIn,
} from './robots/entry.ts';
export { parseRobots, type Robots, readRobots } from './robots/parse-robots.ts';
export { robotsForJob } from './robots/robots-for-job.ts';
export {
  heeding,
  isAboutSite,
  robotsPath,
  type SiteStatement,
  siteFilesFor,
  storedUnder,
} from './robots/site-files.ts';

import type { JobInput } from '../config/schema/job-schema.ts';
import type { Crawl } from './crawl.ts';
import type { PageStep } from './page-step.ts';

/** Settings as in job.yaml, all of whose keys there may be here; paths are relative to the current directory. */
export interface CrawlSettings extends JobInput {
  readonly name: string;
  /** The data directory; made when it is missing. Default: `data`, or that of the crawl that this one is opened beside. */
  readonly data?: string;
  readonly seeds?: readonly string[];
  /** Short for `userAgent.contact`. */
  readonly contact?: string;
}

/** A crawl of a deployed stack, with the credentials and the region of this process. */
export interface DeployedCrawl {
  /** The name of the stack. */
  readonly stack: string;
  readonly job: string;
  /** The URL of the standard queue that hears of the job's changes; only `run` needs it. */
  readonly queue?: string;
}

/** What a program adds to a crawl of this machine. */
export interface OpenOptions {
  /** What this program does with each page. */
  readonly steps?: readonly PageStep[];
  /** An open crawl in whose data directory this one is opened, too. The last of them that is closed releases it. */
  readonly beside?: Crawl;
  /** Another process may be crawling in the data directory: this one asks, commands and adds seeds, and fetches nothing. */
  readonly guest?: boolean;
  /** Hears of what went wrong and did not end the crawl: a seed that is refused, a turn that is run again. */
  readonly onTrouble?: (text: string) => void;
}

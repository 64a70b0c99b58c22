import type { CanonicalUrl, HostName } from '../../base/url/url.ts';
import type { FrontierEntry } from '../../domain/frontier/list-pages.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { HostControl } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { StoredPage } from '../collection/stored-pages.ts';
import type { LookUp } from '../frontier/find-page.ts';
import type { WhyReport } from '../report/reports.ts';

export type WhyLine = WhyReport['lines'][number];
export type WhyLines = readonly WhyLine[];

/** Without a fetcher, a gate that the hosts of one address share is not named; without a reader, plug-ins are not asked. */
export type AskedPorts = Pick<
  Ports,
  | 'jobs'
  | 'hosts'
  | 'segments'
  | 'gates'
  | 'robots'
  | 'domains'
  | 'clock'
  | 'records'
  | 'changes'
  | 'offTopic'
  | 'models'
  | 'links'
  | 'graphs'
> &
  Partial<Pick<Ports, 'fetcher' | 'reader'>> & {
    /** Why the network rules forbid a URL, whatever the scope says: by its port, or its address. */
    readonly networkRefusal?: (url: CanonicalUrl, network: JobSettings['network']) => string | undefined;
  };

/** A host that somebody asks about, as it stands. */
export interface AskedHost {
  readonly ports: AskedPorts;
  readonly job: Job;
  /** Those of the job. */
  readonly settings: JobSettings;
  readonly host: HostName;
  /** Absent: the host is not known. */
  readonly control: HostControl | undefined;
  /** URLs in its inbox. */
  readonly inbox: number;
}

/** A URL that somebody asks about, with its host. */
export interface AskedUrl extends AskedHost {
  readonly url: CanonicalUrl;
  readonly found: LookUp;
  /** Absent: it was never admitted. */
  readonly page: FrontierEntry | undefined;
  /** What is stored of the page, read once; undefined: nothing is, or it was never visited. */
  stored(): Promise<StoredPage | undefined>;
}

/** What one capability says of a URL; of a host it is asked for every URL of the host, too. It fetches nothing. */
export type Explainer =
  | { ofUrl(asked: AskedUrl): WhyLines | Promise<WhyLines> }
  | { ofHost(asked: AskedHost): WhyLines | Promise<WhyLines> };

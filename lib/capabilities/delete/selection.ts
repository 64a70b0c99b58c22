import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { canonicalise } from '../../base/url/canonicalise.ts';
import { identityOf } from '../../base/url/identity.ts';
import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import { namedHost } from '../../domain/control/hold.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { readGivenUrl } from '../../pipeline/base/given-url.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { MeantHosts } from './count-pages.ts';
import type { Deletion } from './delete-order.ts';
import { hostsOfUrls } from './give-deletion.ts';

/** What somebody wants deleted: pages by their URLs, or those that meet all conditions. */
export interface Selection {
  readonly urls?: readonly string[];
  readonly host?: string;
  readonly prefix?: string;
  readonly path?: string;
  readonly record?: string;
  readonly class?: string;
  readonly status?: string;
  readonly olderThanDays?: number;
}

/** What of a deletion says which pages are meant, and where they are. */
export interface Selected extends Pick<Deletion, 'urls' | 'pages' | 'isRule'> {
  readonly meant: MeantHosts;
}

const dayMs = 86_400_000;
/** The most URLs of a record whose hosts are told. */
const maxUrls = 1_000;

/**
 * Reads a selection. Conditions on URLs alone are a rule, which holds for later URLs, too.
 * @param at epoch ms of the request
 * @throws WinnowError `usage` for what is no URL or host, `not-found` for a record that no URL leads to
 */
export async function selected(
  { records }: Pick<Ports, 'records'>,
  job: Job,
  settings: JobSettings,
  { urls = [], host, prefix, path, ...ofVisits }: Selection,
  at: number,
): Promise<Selected> {
  if (urls.length > 0) {
    const named = urls.map((url) => givenUrl(settings, url));
    return { urls: [...new Set(named)], meant: { named: hostsOfUrls(named) } };
  }
  const within = host === undefined ? undefined : namedHost(host);
  const start = prefix === undefined ? undefined : prefixOf(prefix);
  const visits = visitsMeant(ofVisits, at);
  const pages = defined({ host: within, prefix: start, path, visits });
  const isRule = visits === undefined ? { isRule: true as const } : {};
  if (ofVisits.record !== undefined) {
    const leading = await records.urls(job.name, ofVisits.record, maxUrls);
    if (leading.length === 0)
      throw new WinnowError('not-found', `job ${job.name}: no page leads to the record ${ofVisits.record}`);
    return { pages, meant: { named: hostsOfUrls(leading) } };
  }
  if (start !== undefined) return { pages, ...isRule, meant: { named: [hostOf(start)] } };
  return { pages, ...isRule, meant: defined({ within }) };
}

function visitsMeant(
  { record, class: topicClass, status, olderThanDays }: Selection,
  at: number,
): Required<Deletion>['pages']['visits'] {
  if ((record ?? topicClass ?? status ?? olderThanDays) === undefined) return undefined;
  const before = olderThanDays === undefined ? Number.MAX_SAFE_INTEGER : at - olderThanDays * dayMs;
  return { before, ...defined({ md5: record, class: topicClass, status }) };
}

function givenUrl(settings: JobSettings, text: string): CanonicalUrl {
  const given = readGivenUrl(identityOf(settings), text.trim());
  if (given.ok) return given.url;
  throw new WinnowError('usage', `${JSON.stringify(text.slice(0, 100))}: ${given.reason}`);
}

function prefixOf(text: string): CanonicalUrl {
  const canonical = canonicalise(text);
  if (canonical.ok) return canonical.url;
  throw new WinnowError('usage', `prefix: ${JSON.stringify(text.slice(0, 100))} is no URL`);
}

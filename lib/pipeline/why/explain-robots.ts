import { authorityOf, type CanonicalUrl } from '../../base/url/url.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Ports } from '../../ports/ports.ts';
import { purposes, type UsagePreferences } from '../../rules/rights.ts';
import { compareParsers, parseRobots, type RobotsEntry, robotsForJob, rulesIn } from '../../rules/robots.ts';
import { formatWhen } from '../base/format.ts';
import { withStoredStatements } from '../robots/site-statements.ts';
import type { AskedUrl, WhyLine, WhyLines } from './explainer.ts';

/**
 * What robots.txt decides about a URL, with the line that decides, a second opinion where there is one, and what robots.txt
 * says about the uses of the page.
 */
export async function explainRobots({ ports, url, settings: ofJob }: AskedUrl): Promise<WhyLines> {
  const settings = settingsFor(ofJob, url);
  const authority = authorityOf(url);
  const entry = await ports.robots.robots(authority);
  if (!entry)
    return [
      { step: 'robots', verdict: 'unknown', detail: `${authority}/robots.txt has not been fetched yet` },
    ];
  const now = ports.clock.now();
  const text = rulesIn(entry, settings.robots, now);
  if (text === undefined) return [unreachable(authority, entry, settings, now)];
  const { product } = settings.identity;
  const rules = robotsForJob(parseRobots(authority, text), settings);
  const robots = await withStoredStatements(ports, settings, authority, rules);
  const { allowed, rule } = robots.verdict(url, product);
  const asked = robots.asksForDelay(product);
  const delay = asked === undefined ? '' : `; ${asked.rule}`;
  const noRule = text === '' && entry.kind !== 'rules' ? noFile(entry, now) : 'no rule matches';
  const copy = text !== '' && entry.kind === 'unreachable' ? `; by its last copy: ${outage(entry, now)}` : '';
  const detail = `${rule ?? noRule}${delay}${copy}`;
  const other = await compareParsers(text, url, product);
  return [
    { step: 'robots', verdict: allowed ? 'yes' : 'no', detail },
    ...(other === undefined ? [] : [{ step: 'robots', verdict: 'info', detail: other } as const]),
    ...usageLines(robots.usage(url, product), settings),
  ];
}

/** How another parser judges a URL by the stored robots.txt, if it judges otherwise; undefined if not. */
export async function otherOpinion(
  { robots, clock }: Pick<Ports, 'robots' | 'clock'>,
  url: CanonicalUrl,
  settings: JobSettings,
): Promise<string | undefined> {
  const entry = await robots.robots(authorityOf(url));
  const text = entry && rulesIn(entry, settings.robots, clock.now());
  return text === undefined ? undefined : await compareParsers(text, url, settings.identity.product);
}

function unreachable(authority: string, entry: RobotsEntry, { robots }: JobSettings, now: number): WhyLine {
  const { outageMs, afterOutage } = robots;
  const copy = entry.outage?.lastGood !== undefined;
  const until = (entry.outage?.since ?? entry.fetchedAt) + outageMs;
  const then =
    copy || afterOutage === 'allow'
      ? `, at the latest ${formatWhen(until, now)}${copy ? ', by its last copy' : ''}`
      : '';
  return {
    step: 'robots',
    verdict: 'wait',
    detail: `${authority}/robots.txt is unreachable (${entry.text}): nothing is fetched until it is${then}; asked for again ${formatWhen(entry.expiresAt, now)}`,
  };
}

function noFile(entry: RobotsEntry, now: number): string {
  const why =
    entry.kind === 'allow'
      ? `there is no robots.txt (status ${entry.status})`
      : `${outage(entry, now)}, and there is no copy`;
  return `${why}: everything is allowed`;
}

function outage({ text, outage: known }: RobotsEntry, now: number): string {
  return `unreachable (${text}) since ${formatWhen(known?.since ?? now, now)}`;
}

function usageLines(usage: UsagePreferences, { purpose }: JobSettings): readonly WhyLine[] {
  return purposes.flatMap((one) => {
    const preference = usage[one];
    if (preference === undefined) return [];
    const declared = purpose.includes(one) ? '' : ' (not what this job is for)';
    const verdict = preference.allowed ? 'yes' : declared === '' ? 'no' : 'info';
    return [{ step: 'usage', verdict, detail: `${one}${declared}: ${preference.by}` }];
  });
}

import { gapMs } from '../../domain/politeness/gap.ts';
import { robotsPath } from '../../domain/rights/site-files.ts';
import { type RobotsEntry, rulesIn } from '../../domain/robots/entry.ts';
import { type Robots, readRobots } from '../../domain/robots/robots.ts';
import { robotsForJob } from '../../domain/robots/robots-for-job.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { authorityOf, type CanonicalUrl } from '../../domain/url/url.ts';
import type { PutOff } from '../politeness/host-session.ts';
import { fetchSiteFile, type OwnRefusal, type SiteFileAsker } from './site-file.ts';
import { isFresh, type StoredRobots } from './stored-robots.ts';

export type RobotsAnswer =
  | { readonly kind: 'rules'; readonly robots: Robots }
  | { readonly kind: 'unreachable'; readonly detail: string; readonly expiresAt: number }
  | OwnRefusal
  | PutOff;

/** What robots.txt says of a URL; a promise only where something has to be waited for. */
export type RobotsOf = (url: CanonicalUrl) => RobotsAnswer | Promise<RobotsAnswer>;

/**
 * The robots.txt answers of a turn's host, parsed once per turn and authority. A Crawl-delay widens the gap of the host
 * session from the next request on.
 */
export function openRobots(asker: SiteFileAsker, stored: StoredRobots): RobotsOf {
  const { session, settings } = asker;
  const known = new Map<string, RobotsAnswer>();
  return (url) => known.get(authorityOf(url)) ?? open(authorityOf(url));

  async function open(authority: string): Promise<RobotsAnswer> {
    const answer = await robotsOf(asker, authority, stored.get(authority));
    if (answer.kind !== 'put-off') known.set(authority, answer);
    if (answer.kind === 'rules') {
      const asked = answer.robots.asksForDelay(settings.identity.product);
      session.setGap(Math.max(session.gap(), gapMs(settings.politeness, asked?.ms)));
    }
    return answer;
  }
}

async function robotsOf(
  asker: SiteFileAsker,
  authority: string,
  stored: RobotsEntry | undefined,
): Promise<RobotsAnswer> {
  const { clock, reader } = asker.ports;
  const answer = (entry: RobotsEntry): RobotsAnswer =>
    reader.readHere(() => answerOf(authority, entry, asker.settings, clock.now()));
  if (stored && isFresh(stored, clock.now())) return answer(stored);
  const fetched = await fetchSiteFile(asker, { authority, path: robotsPath }, stored);
  return fetched.kind === 'put-off' || fetched.kind === 'refused' ? fetched : answer(fetched);
}

/** The stored answer for a URL; undefined when robots.txt has to be fetched. */
export function storedAnswer(
  stored: StoredRobots,
  url: CanonicalUrl,
  settings: JobSettings,
  now: number,
): RobotsAnswer | undefined {
  const authority = authorityOf(url);
  const entry = stored.get(authority);
  return entry && isFresh(entry, now) ? answerOf(authority, entry, settings, now) : undefined;
}

function answerOf(authority: string, entry: RobotsEntry, settings: JobSettings, now: number): RobotsAnswer {
  const text = rulesIn(entry, settings.robots, now);
  if (text === undefined) return { kind: 'unreachable', detail: entry.text, expiresAt: entry.expiresAt };
  return { kind: 'rules', robots: robotsForJob(readRobots(authority, text), settings) };
}

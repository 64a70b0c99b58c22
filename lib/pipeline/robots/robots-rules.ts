import { authorityOf, type CanonicalUrl } from '../../base/url/url.ts';
import { gapMs } from '../../domain/politeness/gap.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Ports } from '../../ports/ports.ts';
import {
  type Robots,
  type RobotsEntry,
  readRobots,
  robotsForJob,
  robotsPath,
  rulesIn,
} from '../../rules/robots.ts';
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
  const { settings, ports } = asker;
  if (stored && isFresh(stored, ports.clock.now())) return answerOf(ports, authority, stored, settings);
  const fetched = await fetchSiteFile(asker, { authority, path: robotsPath }, stored);
  return fetched.kind === 'put-off' || fetched.kind === 'refused'
    ? fetched
    : answerOf(ports, authority, fetched, settings);
}

/** The stored answer for a URL; undefined when robots.txt has to be fetched. */
export function storedAnswer(
  ports: ReadingPorts,
  stored: StoredRobots,
  url: CanonicalUrl,
  settings: JobSettings,
): RobotsAnswer | undefined {
  const authority = authorityOf(url);
  const entry = stored.get(authority);
  return entry && isFresh(entry, ports.clock.now()) ? answerOf(ports, authority, entry, settings) : undefined;
}

type ReadingPorts = Pick<Ports, 'clock' | 'reader'>;

/** A file that cannot be read is none that can be had. */
function answerOf(
  { clock, reader }: ReadingPorts,
  authority: string,
  entry: RobotsEntry,
  settings: JobSettings,
): RobotsAnswer {
  const { expiresAt } = entry;
  const text = rulesIn(entry, settings.robots, clock.now());
  if (text === undefined) return { kind: 'unreachable', detail: entry.text, expiresAt };
  const read = reader.readHere(authority + robotsPath, () => {
    const robots = robotsForJob(readRobots(authority, text), settings);
    // The first question makes an index of the rules.
    robots.verdict(`${authority}/` as CanonicalUrl, settings.identity.product);
    return robots;
  });
  return 'unreadable' in read
    ? { kind: 'unreachable', detail: read.unreadable, expiresAt }
    : { kind: 'rules', robots: read.value };
}

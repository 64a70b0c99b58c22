import { authorityOf, type CanonicalUrl } from '../../base/url/url.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Ports } from '../../ports/ports.ts';
import {
  heeding,
  lastRules,
  type Robots,
  type RobotsEntry,
  type SiteStatement,
  siteFilesFor,
  storedUnder,
} from '../../rules/robots.ts';
import type { PutOff } from '../politeness/host-session.ts';
import type { RobotsAnswer, RobotsOf } from './robots-rules.ts';
import { fetchSiteFile, type OwnRefusal, type SiteFileAsker } from './site-file.ts';
import { isFresh } from './stored-robots.ts';

/**
 * Adds to the robots.txt answers of a turn what other files of the site refuse to the job. These files are fetched after
 * robots.txt, as far as it allows, once per authority and lifetime, and only when they matter for the job's purpose. A
 * file that cannot be reached counts with its last content.
 */
export function withStatements(asker: SiteFileAsker, robotsOf: RobotsOf): RobotsOf {
  const { ports, settings } = asker;
  const files = siteFilesFor(settings.purpose);
  if (files.length === 0) return robotsOf;
  const known = new Map<string, RobotsAnswer>();

  async function entryOf(authority: string, path: string): Promise<RobotsEntry | PutOff | OwnRefusal> {
    const stored = await ports.robots.robots(storedUnder({ authority, path }));
    if (stored && isFresh(stored, ports.clock.now())) return stored;
    return await fetchSiteFile(asker, { authority, path }, stored);
  }

  async function withOthers(url: CanonicalUrl): Promise<RobotsAnswer> {
    const authority = authorityOf(url);
    const answer = await robotsOf(url);
    if (answer.kind !== 'rules') return answer;
    const statements: SiteStatement[] = [];
    for (const { path, read } of files) {
      const itself = `${authority}${path}` as CanonicalUrl;
      if (!answer.robots.verdict(itself, settings.identity.product).allowed) continue;
      const entry = await entryOf(authority, path);
      if (entry.kind === 'put-off' || entry.kind === 'refused') return entry;
      const statement = ports.reader.readHere(itself, () => read(lastRules(entry), authority));
      if ('unreadable' in statement)
        return { kind: 'unreachable', detail: statement.unreadable, expiresAt: entry.expiresAt };
      statements.push(statement.value);
    }
    const heeded: RobotsAnswer = {
      kind: 'rules',
      robots: heeding(answer.robots, statements, settings.purpose),
    };
    known.set(authority, heeded);
    return heeded;
  }

  return (url) => known.get(authorityOf(url)) ?? withOthers(url);
}

/** The same from stored files, for explanations: fetches nothing. */
export async function withStoredStatements(
  ports: Pick<Ports, 'robots'>,
  { purpose, identity }: JobSettings,
  authority: string,
  robots: Robots,
): Promise<Robots> {
  const statements: SiteStatement[] = [];
  for (const { path, read } of siteFilesFor(purpose)) {
    if (!robots.verdict(`${authority}${path}` as CanonicalUrl, identity.product).allowed) continue;
    const entry = await ports.robots.robots(storedUnder({ authority, path }));
    if (entry) statements.push(read(lastRules(entry), authority));
  }
  return heeding(robots, statements, purpose);
}

import { readStoredObject } from '../../base/stored-json.ts';
import { harvestCounts } from '../../domain/focus/harvest-counts.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Ports } from '../../ports/ports.ts';
import { topicVersion } from '../../topic/settings.ts';

/** The topics by which pages of a job may have been judged, beside the one in force. */
interface Stored {
  readonly v: 1;
  /** Versions of topics (`topicVersion`), the last ones. */
  readonly versions: readonly string[];
  /** Epoch ms of the first change. */
  readonly since: number;
}

type Noting = Pick<Ports, 'jobs'>;
type OfTopic = Pick<JobSettings, 'name' | 'topic'>;

const noteName = 'topic';
const mostVersions = 50;
const hostsPage = 100;
/** A job with more hosts than this has judged some page, most likely. */
const mostLooked = 1_000;

/** Notes that the settings of a job get another topic, so that the pages which it has want to be judged again. */
export async function noteTopicChange(
  ports: Pick<Ports, 'jobs' | 'hosts' | 'clock'>,
  before: OfTopic,
  next: OfTopic,
): Promise<void> {
  const { jobs, clock } = ports;
  const version = topicVersion(before.topic);
  if (version === topicVersion(next.topic) || !(await hasJudged(ports, next.name))) return;
  const note = await jobs.note(next.name, noteName);
  const { versions = [], since = clock.now() } = read(note?.text);
  const stored: Stored = {
    ...{ v: 1, since },
    versions: [...new Set([...versions, version])].slice(-mostVersions),
  };
  await jobs.putNote(next.name, noteName, note?.version ?? 0, JSON.stringify(stored));
}

/** Notes that all pages of a job are to be judged by the topic in force. */
export async function noteReclassified({ jobs }: Noting, name: string): Promise<void> {
  const note = await jobs.note(name, noteName);
  if (note !== undefined) await jobs.putNote(name, noteName, note.version, JSON.stringify({ v: 1 }));
}

/** Since when pages of a job may have been judged by another topic (epoch ms); undefined: none were. */
export async function topicChangedAt({ jobs }: Noting, settings: OfTopic): Promise<number | undefined> {
  const { versions = [], since } = read((await jobs.note(settings.name, noteName))?.text);
  return versions.some((one) => one !== topicVersion(settings.topic)) ? since : undefined;
}

/** Whether any page of a job was kept or refused. */
async function hasJudged({ hosts }: Pick<Ports, 'hosts'>, job: string): Promise<boolean> {
  let cursor: string | undefined;
  for (let looked = 0; looked < mostLooked; looked += hostsPage) {
    const page = await hosts.hosts(job, hostsPage, cursor);
    if (page.hosts.some(({ control }) => harvestCounts(control.counters.outcomes).judged > 0)) return true;
    if (page.cursor === undefined) return false;
    cursor = page.cursor;
  }
  return true;
}

function read(text: string | undefined): Partial<Stored> {
  return (text === undefined ? undefined : readStoredObject<Stored>(text)) ?? {};
}

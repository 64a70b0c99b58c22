import { defined } from '../../base/defined.ts';
import { faultOf } from '../../base/error.ts';
import { sampleMark } from '../../base/links/link-segment.ts';
import { skimLinkLines } from '../../base/links/skim-link-lines.ts';
import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { sideBySide } from '../../pipeline/base/side-by-side.ts';
import { changeLineOf } from '../../pipeline/collection/change-line-of.ts';
import { settled } from '../../pipeline/link-graph/new-segments.ts';
import { permitOf } from '../../pipeline/politeness/permit.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { RecordEntry } from '../../ports/records.ts';
import { pageFit, probabilityOf, sampledWords } from '../../topic/judge.ts';
import {
  type LatentSample,
  mostSampled,
  putSample,
  readSample,
  type SampledText,
  smallestTexts,
} from './sampled-text.ts';

export type SamplePorts = Pick<Ports, 'graphs' | 'records' | 'changes' | 'clock'> & {
  readonly links: Pick<Ports['links'], 'kept' | 'read'>;
};

export interface GatheredText extends SampledText {
  /** The page is off topic by the filter. */
  readonly isRefused?: boolean;
}

/** The texts of a sample. */
export function gatheredTexts({
  kept,
  offTopic,
}: Pick<LatentSample, 'kept' | 'offTopic'>): readonly GatheredText[] {
  return [...kept, ...offTopic.map((text) => ({ ...text, isRefused: true }))];
}

export interface GatheredSample {
  readonly texts: readonly GatheredText[];
  /** Off-topic pages with a larger MD5 will never be in the sample; absent: it has room. */
  readonly below?: string;
  /** False: the time was over before all was read, and the next call goes on. */
  readonly isWhole: boolean;
}

const [listed, readAtOnce] = [200, 8];
/** A segment is named when it is begun, and is put within this time. */
const putWithinMs = 1_200_000;

/**
 * Gathers the sample of a job: the pages of its collection, and the off-topic pages in its link log, with the smallest MD5. Each page
 * is read once; however many pages a job has, at most some thousand are kept, and as many read in a call as have joined the
 * sample since the last one. Pages that left the collection, and pages of blocked hosts, are left out.
 */
export async function gatherSample(
  ports: SamplePorts,
  job: Job,
  settings: JobSettings,
  endBy: number,
): Promise<GatheredSample> {
  const before = await readSample(ports.graphs, job.name);
  const permit = permitOf(
    settings,
    job.holds?.filter(({ verb }) => verb === 'block'),
  );
  const isPermitted = ({ url }: SampledText): boolean => permit(url) === undefined;
  const log = await offTopicPages(ports, job.name, before, endBy);
  const collection = await keptPages(ports, job.name, settings, before, endBy);
  const offTopic = log.texts.filter(isPermitted);
  const kept = collection.texts.filter(isPermitted);
  await putSample(ports.graphs, job.name, { v: 1, ...log.state, kept, offTopic });
  const last = offTopic.length < mostSampled ? undefined : offTopic.at(-1)?.md5;
  return {
    texts: gatheredTexts({ kept, offTopic }),
    ...defined({ below: last }),
    isWhole: log.isWhole && collection.isWhole,
  };
}

interface Gathered {
  readonly texts: readonly SampledText[];
  readonly isWhole: boolean;
}

async function offTopicPages(
  { links, clock }: SamplePorts,
  job: string,
  { after, recent, offTopic }: LatentSample,
  endBy: number,
): Promise<Gathered & { readonly state: Pick<LatentSample, 'after' | 'recent'> }> {
  const taken = new Set(recent);
  const found = smallestTexts(mostSampled, offTopic);
  let isWhole = true;
  for (let from = after; isWhole; ) {
    const ids = await links.kept(job, listed, from);
    const fresh = ids.filter((id) => id.endsWith(sampleMark) && !taken.has(id));
    await sideBySide(fresh, readAtOnce, async (id) => {
      isWhole &&= clock.monotonic() < endBy;
      if (!isWhole) return;
      const bytes = await unlessDamaged(id, () => links.read(job, id));
      if (bytes !== undefined) for (const text of sampledIn(bytes)) found.add(text);
      taken.add(id);
    });
    from = ids.at(-1);
    if (ids.length < listed) break;
  }
  return { texts: found.smallest(), isWhole, state: settled(taken, after, clock.now() - putWithinMs) };
}

/** What is damaged of a segment is passed over. */
function* sampledIn(bytes: Uint8Array): Generator<SampledText> {
  try {
    for (const { line } of skimLinkLines(bytes, 10_000, () => ({ all: true }))) {
      const { url, relevance, sample } = line;
      if (sample !== undefined) yield { url, ...sample, ...defined({ relevance }) };
    }
  } catch (error) {
    faultOf(error);
  }
}

async function keptPages(
  ports: SamplePorts,
  job: string,
  settings: JobSettings,
  before: LatentSample,
  endBy: number,
): Promise<Gathered> {
  const known = new Map(before.kept.map((text) => [text.md5, text]));
  const entries = await firstRecords(ports, job);
  const texts = smallestTexts(mostSampled);
  const fresh: RecordEntry[] = [];
  for (const entry of entries) {
    const text = known.get(entry.md5);
    if (text === undefined) fresh.push(entry);
    else texts.add(text);
  }
  let isWhole = true;
  // Records of one turn lie in one object.
  const objects = [...Map.groupBy(fresh, ({ change }) => change.object)];
  await sideBySide(objects, readAtOnce, async ([, members]) => {
    isWhole &&= ports.clock.monotonic() < endBy;
    if (!isWhole) return;
    const object = objectOnce(ports);
    for (const entry of members) {
      const text = await unlessDamaged(entry.md5, () => textOf(object, job, settings, entry));
      if (text !== undefined) texts.add(text);
    }
  });
  return { texts: texts.smallest(), isWhole };
}

async function firstRecords({ records }: SamplePorts, job: string): Promise<readonly RecordEntry[]> {
  let found: readonly RecordEntry[] = [];
  for (let cursor: string | undefined; found.length < mostSampled; ) {
    const page = await records.records(job, Math.min(listed, mostSampled - found.length), cursor);
    found = [...found, ...page.records];
    cursor = page.cursor;
    if (cursor === undefined) break;
  }
  return found;
}

/** Reads an object once for all its records. */
function objectOnce({ changes }: SamplePorts): { readonly changes: Pick<Ports['changes'], 'read'> } {
  const read = new Map<string, ReturnType<Ports['changes']['read']>>();
  return {
    changes: {
      read(job, name) {
        const lines = read.get(name) ?? changes.read(job, name);
        read.set(name, lines);
        return lines;
      },
    },
  };
}

async function textOf(
  object: ReturnType<typeof objectOnce>,
  job: string,
  { topic: settings }: JobSettings,
  entry: RecordEntry,
): Promise<SampledText | undefined> {
  const record = (await changeLineOf(object, job, entry))?.record;
  if (record === undefined || entry.firstUrl === undefined) return undefined;
  const { title, text, language, topic } = record;
  const relevance =
    topic === undefined || settings === undefined ? undefined : probabilityOf(pageFit(settings, topic));
  return {
    ...{ md5: entry.md5, url: entry.firstUrl, ...sampledWords(title, text) },
    ...defined({ language, relevance }),
  };
}

import { hash } from 'node:crypto';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { readStoredObject } from '../../base/stored-json.ts';
import { readText, storeText } from '../../pipeline/topic/stored-text.ts';
import type { Ports } from '../../ports/ports.ts';
import type { ModelSettings } from '../../topic/settings.ts';

/** A cluster of a job's pages, as people know it. */
export interface PageCluster {
  /** Its label with hyphens. */
  readonly id: string;
  readonly label: readonly string[];
  /** Words that weigh most in it, the heaviest first. */
  readonly terms: readonly string[];
  /** Its pages: places in the list of the set. */
  readonly members: readonly number[];
}

/** Clusters of a sample of a job's collection, with what people made of them. Stored as JSON under its digest. */
export interface ClusterSet {
  readonly v: 1;
  /** Epoch ms. */
  readonly madeAt: number;
  /** The collection has more pages than were read. */
  readonly isPart: boolean;
  readonly method: string;
  /** Digest of the index of the pages (`lib/topic/clusters/README.md`), which is kept beside models. */
  readonly index: string;
  readonly pages: readonly { readonly url: string; readonly title: string }[];
  readonly clusters: readonly PageCluster[];
  /** The filter that the good clusters are; absent: they are no topic. */
  readonly topic?: ModelSettings;
}

interface StoredNote {
  readonly v: 1;
  /** Digest of the set without its topic, which stands here: settings ask for it often. */
  readonly set: string;
  readonly topic?: ModelSettings;
}

const noteName = 'clusters';

export type ClusterPorts = Pick<Ports, 'jobs' | 'models'>;

/** The clusters of a job, with what names this state of them. */
export interface NotedClusters {
  readonly set?: ClusterSet;
  /** What a change says that it was made on; empty: there are no clusters yet. */
  readonly version: string;
  /** Of the note. */
  readonly writes: number;
}

/** @throws WinnowError `corrupt` for clusters that are lost */
export async function readClusters(ports: ClusterPorts, job: string): Promise<NotedClusters> {
  const note = await ports.jobs.note(job, noteName);
  const stored = note && readStoredObject<StoredNote>(note.text);
  if (note === undefined || stored === undefined) return { version: '', writes: note?.version ?? 0 };
  const { set: digest, topic } = stored;
  const text = await readText(ports, digest);
  const set = text === undefined ? undefined : readStoredObject<ClusterSet>(text);
  if (set?.v !== 1)
    throw new WinnowError(
      'corrupt',
      `the clusters of the job ${job} (${digest.slice(0, 16)}) are lost: \`winnow clusters make\` makes them anew`,
    );
  return { set: { ...set, ...defined({ topic }) }, version: versionOf(note.text), writes: note.version };
}

/** The topic that clusters are; read for every change of settings. */
export async function topicInForce(
  { jobs }: Pick<Ports, 'jobs'>,
  job: string,
): Promise<ModelSettings | undefined> {
  const note = await jobs.note(job, noteName);
  return note && readStoredObject<StoredNote>(note.text)?.topic;
}

/** What names clusters in place of those that are lost: nothing but how often they were written. */
export async function lostClusters({ jobs }: Pick<Ports, 'jobs'>, job: string): Promise<NotedClusters> {
  return { version: '', writes: (await jobs.note(job, noteName))?.version ?? 0 };
}

function versionOf(note: string): string {
  return hash('sha256', note).slice(0, 16);
}

/**
 * Keeps clusters in place of those that were read.
 * @returns their version
 * @throws WinnowError `conflict` where somebody else was faster
 */
export async function keepClusters(
  ports: ClusterPorts,
  job: string,
  { writes }: Pick<NotedClusters, 'writes'>,
  { topic, ...set }: ClusterSet,
): Promise<string> {
  const kept = await storeText(ports, JSON.stringify(set));
  const note: StoredNote = { v: 1, set: kept, ...defined({ topic }) };
  const text = JSON.stringify(note);
  if (await ports.jobs.putNote(job, noteName, writes, text)) return versionOf(text);
  throw new WinnowError('conflict', `somebody else has just changed the clusters of the job ${job}`);
}

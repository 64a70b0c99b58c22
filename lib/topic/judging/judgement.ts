import { hash } from 'node:crypto';
import type { TopicVerdict } from '../../base/page/topic-verdict.ts';
import type { TopicSettings } from './topic-settings.ts';

/**
 * What an entry of the frontier says of how its page was judged: the version of the topic, and where an off-topic page
 * is kept. Written `version`, or `version/id/ordinal/digest`.
 */
export interface Judgement {
  /** `topicVersion` of the topic that judged it. */
  readonly by: string;
  readonly kept?: OffTopicLocation;
}

/** The line of an object with off-topic pages of a host (`OffTopicPages`). */
export interface OffTopicLocation {
  readonly id: string;
  readonly ordinal: number;
  /** 8 hex digits of what the line says: a page that is fetched again and says the same need not be kept again. */
  readonly digest: string;
}

const versions = new WeakMap<TopicSettings, string>();

/** 8 hex digits, the same for the same topic, in whatever order its keys stand; `none` without one. */
export function topicVersion(topic: TopicSettings | undefined): string {
  if (topic === undefined) return 'none';
  let version = versions.get(topic);
  if (version === undefined) {
    version = digestOf(JSON.stringify(topic, inOrder));
    versions.set(topic, version);
  }
  return version;
}

function digestOf(text: string): string {
  return hash('sha256', text).slice(0, 8);
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** `OffTopicLocation.digest` of a page with a verdict. @param digest of its bytes */
export function keptDigest(digest: string, verdict: TopicVerdict | undefined): string {
  return hash('sha256', digest + JSON.stringify(verdict)).slice(0, 8);
}

export function writeJudgement({ by, kept }: Judgement): string {
  return kept === undefined ? by : `${by}/${kept.id}/${kept.ordinal}/${kept.digest}`;
}

/** @param text as `writeJudgement` wrote it; undefined: it was never judged */
export function readJudgement(text: string | undefined): Judgement {
  const [by = '', id, ordinal, digest = ''] = (text ?? '').split('/');
  return id === undefined ? { by } : { by, kept: { id, ordinal: Number(ordinal), digest } };
}

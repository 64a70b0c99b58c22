import { hash } from 'node:crypto';
import { defined } from '../../base/defined.ts';
import { type Undifferenced, unifiedDifference } from '../../base/difference/unified.ts';
import type { RecordLine } from '../../pipeline/collection/present-line.ts';
import { languageOf } from '../../pipeline/collection/record-filter.ts';
import type { RecordChange } from '../../pipeline/feed/outgoing.ts';
import type { Replaced } from '../../pipeline/feed/replaced-text.ts';
import { jsonBytes, withinBytes } from './within-bytes.ts';

/** Bytes of a body at most: what queues behind receivers take (SQS, EventBridge). */
export const maxBodyBytes = 256 * 1024;
/** Bytes of these at most; texts have what is left. */
const [urlBytes, classBytes, titleBytes, differenceBytes] = [65_536, 8_192, 2_048, 65_536];
/** What is left for the names of fields, and values that are short. */
const spareBytes = 16_384;
const bounds = { context: 3, edits: 1_000, lines: 20_000 };

/** What a message says of the record that a page led to before. */
export interface ReplacedText {
  readonly md5: string;
  readonly difference?: string;
  /** Why there is no difference. */
  readonly noDifference?: Undifferenced | 'not-stored' | 'too-large';
}

/** A message about a record, as it is posted. */
export interface WebhookMessage {
  readonly id: string;
  readonly body: string;
}

/** @param sink whose message it is: of another job, name or generation it is another one */
export function messageOf(
  sink: { readonly job: string; readonly name: string; readonly generation: number },
  change: RecordChange,
  replaced: Replaced | undefined,
): WebhookMessage {
  if ('gone' in change) {
    const { md5, url, host, job, at, ...rest } = change.gone;
    const body = bodyOf('record.deleted', at, { job, host, md5, url, ...rest });
    return { id: idOf(sink, [md5, 'gone', at]), body };
  }
  const { line } = change;
  const { md5, host, turn, ordinal, revision } = line;
  const data = dataOf(line, replaced && replacedText(md5, line.record.text, replaced));
  return {
    id: idOf(sink, [md5, revision ?? 0, host, turn, ordinal]),
    body: bodyOf(`record.${change.change}`, line.at, data),
  };
}

/** The same for each try of a change, so that receivers can drop what they have. */
function idOf(
  { job, name, generation }: { readonly job: string; readonly name: string; readonly generation: number },
  change: readonly (string | number)[],
): string {
  const digest = hash('sha256', JSON.stringify([job, name, generation, ...change]), 'base64url');
  return `msg_${digest.replace(/[-_]/g, '').slice(0, 32)}`;
}

function bodyOf(type: string, at: number, data: object): string {
  return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
}

function dataOf(
  { job, host, md5, url, revision, record }: RecordLine,
  replaces: ReplacedText | undefined,
): object {
  const { topic, mediaType, firstSeen, lastChanged } = record;
  const urls = withinBytes(record.urls, urlBytes);
  const classes = withinBytes(topic?.classes.map(({ id }) => id) ?? [], classBytes);
  const title = withinBytes(record.title, titleBytes);
  const facts = {
    ...{
      job,
      host,
      md5,
      url: record.urls[0] ?? url,
      urls,
      title,
      mediaType,
      classes,
      firstSeen,
      lastChanged,
    },
    ...defined({ revision, language: languageOf(record) || undefined, score: topic?.score, replaces }),
  };
  const text = withinBytes(record.text, maxBodyBytes - spareBytes - jsonBytes(facts));
  const full = (whole: { readonly length: number }, kept: { readonly length: number }): number | undefined =>
    kept.length < whole.length ? whole.length : undefined;
  const cut = defined({
    text: full(record.text, text),
    title: full(record.title, title),
    urls: full(record.urls, urls),
    classes: full(topic?.classes ?? [], classes),
  });
  return { ...facts, text, ...(Object.keys(cut).length > 0 && { cut }) };
}

function replacedText(md5: string, text: string, before: Replaced): ReplacedText {
  if (before.text === undefined) return { md5: before.md5, noDifference: 'not-stored' };
  const found = unifiedDifference(before.text, text, { before: before.md5, after: md5 }, bounds);
  if ('left' in found) return { md5: before.md5, noDifference: found.left };
  if (jsonBytes(found.text) > differenceBytes) return { md5: before.md5, noDifference: 'too-large' };
  return { md5: before.md5, difference: found.text };
}

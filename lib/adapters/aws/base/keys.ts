import { hash } from 'node:crypto';
import { bundleEndingOf, type Compression } from '../../../archive/formats.ts';
import { WinnowError } from '../../../base/error.ts';
import type { Md5 } from '../../../base/page/page-content.ts';
import type { CanonicalUrl, HostName } from '../../../base/url/url.ts';
import { wholeMsFrom, wholeMsUpTo } from '../../../base/whole-ms.ts';
import { frontierPartitions as frontier, prefixes, recordPartitions } from '../../../config/stack/names.ts';
import { isBatchName } from '../../../domain/collection/changes-name.ts';
import type { DomainKey } from '../../../ports/domains.ts';
import type { DueEntry } from '../../../ports/due-index.ts';
import type { HostKey } from '../../../ports/hosts.ts';
import type { ItemKey } from './rows.ts';

/** The partitions of a job's controls, and of its records; each takes 1,000 writes a second. */
export const shardDigits = [...'0123456789abcdef'] as const;

const atDigits = 16;
const latestDigits = 15;
/** Later than any time: keys have the time left until then, so that the latest comes first. */
const latestAt = 10 ** latestDigits - 1;
/** The end of the keys of compressed JSON Lines. */
export const linesSuffix = '.jsonl.gz';
/** A sort key of DynamoDB has at most 1,024 bytes. Longer URLs are ordered by their first 900 bytes only. */
const urlKeyBytes = 900;

export function controlPartition(job: string, shard: string): string {
  return `${frontier.control}#${job}#${shard}`;
}

/** The shard of a host's control; the cursor of a listing continues in it. */
export function controlShard(host: HostName): string {
  return hash('sha256', host).slice(0, 1);
}

export function controlKey({ job, host }: HostKey): ItemKey {
  return { pk: controlPartition(job, controlShard(host)), sk: host };
}

export function bodyKey({ job, host }: HostKey): ItemKey {
  return { pk: `${frontier.body}#${job}#${host}`, sk: frontier.body };
}

export function inboxPartition({ job, host }: HostKey): string {
  return `${frontier.inbox}#${job}#${host}`;
}

/** The partition of a shard of the due index; each band has its own partitions. */
export function duePartition(job: string, shard: number, band = 0): string {
  return `${frontier.due}#${job}#${shard}${band === 0 ? '' : `#${band}`}`;
}

export function dueKey(job: string, shards: number, { at, host, wake, band }: DueEntry): ItemKey {
  const shard = Number.parseInt(hash('sha256', host).slice(0, 8), 16) % shards;
  return {
    pk: duePartition(job, shard, band),
    sk: `${padded(wholeMsFrom(at), atDigits)}#${host}${wake ? '#w' : ''}`,
  };
}

/** The key of entries that share an item: in the place of the last of them. @param id random */
export function sharedDueKey(job: string, shards: number, { at, band }: DueEntry, id: string): ItemKey {
  const shard = Number.parseInt(hash('sha256', id).slice(0, 8), 16) % shards;
  return { pk: duePartition(job, shard, band), sk: `${padded(wholeMsFrom(at), atDigits)}#~${id}` };
}

export function dueEntry(sk: string): DueEntry {
  const [at = '', host = '', wake] = sk.split('#');
  return { at: Number(at), host: host as HostName, wake: wake === 'w' };
}

/** Sorts after every entry of this time and before any later one: `$` follows `#` in ASCII. */
export function dueUpTo(at: number): string {
  return `${padded(wholeMsUpTo(at), atDigits)}$`;
}

export function gateItemKey(gate: string): ItemKey {
  return { pk: `${frontier.gate}#${gate}`, sk: frontier.gate };
}

export function robotsKey(authority: string): ItemKey {
  return { pk: `${frontier.robots}#${authority}`, sk: frontier.robots };
}

export function segmentPartition(job: string): string {
  return `${frontier.segment}#${job}`;
}

export function domainKey({ job, domain }: DomainKey): ItemKey {
  return { pk: `${frontier.domain}#${job}#${domain}`, sk: frontier.domain };
}

export function jobKey(name: string): ItemKey {
  return { pk: frontier.jobs, sk: name };
}

export function dayKey(job: string, day: string): ItemKey {
  return { pk: `${frontier.day}#${job}#${day}`, sk: frontier.day };
}

export function counterKey(job: string, counter: string): ItemKey {
  return { pk: `${frontier.counter}#${job}`, sk: counter };
}

export function commandKey(requestId: string): ItemKey {
  return { pk: `${frontier.command}#${requestId}`, sk: frontier.command };
}

/** Sort keys ascend; these put the latest command first. */
export function commandLogKey(at: number, requestId: string): ItemKey {
  return { pk: frontier.commandLog, sk: `${padded(latestAt - at, latestDigits)}#${requestId}` };
}

/** The request id of such a sort key, and when the request was entered. */
export function commandAt(sk: string): { readonly at: number; readonly requestId: string } {
  return { at: latestAt - Number(sk.slice(0, latestDigits)), requestId: sk.slice(latestDigits + 1) };
}

export function recordPartition(job: string, shard: string): string {
  return `${recordPartitions.record}#${job}#${shard}`;
}

export function recordKey(job: string, md5: Md5): ItemKey {
  return { pk: recordPartition(job, md5.slice(0, 1)), sk: md5 };
}

export function urlsPartition(job: string, md5: Md5): string {
  return `${recordPartitions.urls}#${job}#${md5}`;
}

/** Canonical URLs are ASCII, so keys have the order of URLs, up to their length. */
export function urlKey(job: string, md5: Md5, url: CanonicalUrl): ItemKey {
  const sk = url.length <= urlKeyBytes ? url : `${url.slice(0, urlKeyBytes)}#${hash('sha256', url)}`;
  return { pk: urlsPartition(job, md5), sk };
}

/** The item with the groups of near-duplicates under a key of 32 bits. */
export function nearKey(job: string, key: number): ItemKey {
  const digits = key.toString(16).padStart(8, '0');
  // The smallest hashes of texts have zeros in front: the last digits are spread evenly.
  return { pk: nearPartition(job, digits.slice(-1)), sk: digits };
}

export function nearPartition(job: string, shard: string): string {
  return `${recordPartitions.near}#${job}#${shard}`;
}

export function membersPartition(job: string, group: Md5): string {
  return `${recordPartitions.nearMembers}#${job}#${group}`;
}

export function memberKey(job: string, group: Md5, md5: Md5): ItemKey {
  return { pk: membersPartition(job, group), sk: md5 };
}

/** The prefix of the keys of a job's bundles. */
export function bundlePrefix(job: string): string {
  return `${prefixes.bundles}${job}/`;
}

/** @param at epoch ms */
export function bundleKey(job: string, at: number, id: string, compression: Compression): string {
  const time = new Date(at).toISOString().replace(/\D/g, '');
  return `${bundlePrefix(job)}${time.slice(0, 8)}/${time.slice(8, 14)}-${id}${bundleEndingOf(compression)}`;
}

export function changesKey(job: string, name: string): string {
  return `${changesPrefix(job)}${name}${linesSuffix}`;
}

/** The prefix of the keys of a job's changes objects. */
export function changesPrefix(job: string): string {
  return `${prefixes.changes}${job}/`;
}

/** The name of a job's changes object; undefined for the key of anything else. */
export function changesName(job: string, key: string): string | undefined {
  const prefix = changesPrefix(job);
  if (!key.startsWith(prefix) || !key.endsWith(linesSuffix)) return undefined;
  const name = key.slice(prefix.length, -linesSuffix.length);
  return isBatchName(name) ? name : undefined;
}

export function segmentKey({ job, host }: HostKey, id: string): string {
  return `${prefixes.segments}${job}/${host}/${id}`;
}

export function linksKey(job: string, id: string): string {
  return `${prefixes.links}${job}/${id}`;
}

/** Stored beside the settings of the jobs. No job has this name, because job names have no dot. */
export const installationKey = `${prefixes.config}installation.yaml`;

export function configKey(job: string, version: string): string {
  return `${prefixes.config}${job}/${version}.json`;
}

/** The prefix of the keys of what turns of a job staged; the id follows. */
export function stagedPrefix(job: string): string {
  return `${prefixes.staged}${job}/`;
}

export function stagedKey(job: string, id: string): string {
  return `${stagedPrefix(job)}${id}${linesSuffix}`;
}

/** The prefix of the keys of a host's off-topic pages. */
export function offTopicPrefix({ job, host }: HostKey): string {
  return `${prefixes.offTopic}${job}/${host}/`;
}

export function offTopicKey(host: HostKey, id: string): string {
  return `${offTopicPrefix(host)}${id}${linesSuffix}`;
}

/** The prefix of the keys of a host's documents that are being converted. */
export function convertingPrefix({ job, host }: HostKey): string {
  return `${prefixes.converting}${job}/${host}/`;
}

/** The newest report of a job, as page or as data. */
export function reportKey(job: string, form: 'html' | 'json'): string {
  return `${prefixes.reports}${job}/report.${form}`;
}

/** Pads a number so that keys sort as numbers. Refuses a fraction or a sign, which would sort wrongly. */
function padded(value: number, digits: number): string {
  const text = String(value);
  if (/^\d+$/.test(text)) return text.padStart(digits, '0');
  throw new WinnowError('internal', `${text} is no whole number for a key`);
}

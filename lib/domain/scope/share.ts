import { hash } from 'node:crypto';

/** Hosts in so many parts, of which a job has one. */
export interface HostShare {
  /** From 1 to `of`. */
  readonly part: number;
  readonly of: number;
}

/** What countries register names below: `co.uk`, `ac.jp`, `com.au`. */
const secondLevel = new Set(
  'ac co com edu go gob gouv gov govt ltd mil ne net nhs nic nom or org sch'.split(' '),
);

/**
 * The part of a host, from 1 to `of`: by a hash of the end of its name, so that all hosts of one registered domain are in
 * the same part. Where somebody gives away names (`github.io`), all of those are. The same in every job and on every
 * machine, also next year: the Public Suffix List is not asked, since it changes (and is 40 KB in each function).
 */
export function partOf(host: string, of: number): number {
  const digest = hash('md5', endOf(host));
  return (Number.parseInt(digest.slice(0, 8), 16) % of) + 1;
}

/** The last two labels of a name, three where the second last is one that countries have; an address as it is. */
function endOf(host: string): string {
  const name = host.replace(/:\d+$/, '');
  if (/[\d\]]$/.test(name)) return name;
  const labels = name.split('.');
  const [top = '', second = ''] = labels.toReversed();
  return labels.slice(top.length === 2 && secondLevel.has(second) ? -3 : -2).join('.');
}

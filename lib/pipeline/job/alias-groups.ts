import { defined } from '../../base/defined.ts';
import { otherVersion, WinnowError } from '../../base/error.ts';
import { readStoredObject } from '../../base/stored-json.ts';
import type { HostName } from '../../base/url/url.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Ports } from '../../ports/ports.ts';

/** A host whose URLs are names of the preferred host of its group. */
export interface GroupedAlias {
  readonly host: HostName;
  /** What the host knew before: so many parts of the journal of the group. */
  readonly parts: number;
  readonly urls: number;
}

/** Hosts that an operation made aliases of one host. */
export interface AliasGroup {
  readonly id: string;
  readonly preferred: HostName;
  readonly aliases: readonly GroupedAlias[];
  /** The only alias is the preferred host itself, under http. */
  readonly https?: true;
  /** Aliases of before that led to a host which is an alias itself now, and where they led. Absent: none. */
  readonly led?: Readonly<Record<string, string>>;
  /** Epoch ms. */
  readonly at: number;
  /** The group is being undone: it is not in force any more, but not all of its hosts have been told. */
  readonly isUndone?: true;
}

type AliasPorts = { readonly jobs: Pick<Ports['jobs'], 'note' | 'putNote'> };
type HasUrl = Pick<JobSettings, 'url'>;

const noteName = 'aliases';
/** Room for some thousand groups: an item of DynamoDB has 400 KB. */
const maxCharacters = 300_000;
const attempts = 10;

/** The aliases that operations gave a job, in the order in which they did. @throws WinnowError `corrupt`, `newer` */
export async function readAliasGroups(ports: AliasPorts, job: string): Promise<readonly AliasGroup[]> {
  return (await read(ports, job)).groups;
}

/** Whether operations ever gave a job aliases. */
export async function hadAliasGroups({ jobs }: AliasPorts, job: string): Promise<boolean> {
  return (await jobs.note(job, noteName)) !== undefined;
}

async function read(
  { jobs }: AliasPorts,
  job: string,
): Promise<{ readonly groups: readonly AliasGroup[]; readonly version: number }> {
  const note = await jobs.note(job, noteName);
  if (note === undefined) return { groups: [], version: 0 };
  const stored = readStoredObject<{ v: number; groups: readonly AliasGroup[] }>(note.text);
  if (stored === undefined) throw new WinnowError('corrupt', `the aliases of the job ${job} are damaged`);
  if (stored.v !== 1) throw otherVersion(`the aliases of the job ${job}`, stored.v, 1);
  return { groups: stored.groups, version: note.version };
}

/** Changes the aliases of a job. Of changes at one time each is made on what the other has left. */
export async function changeAliasGroups(
  ports: AliasPorts,
  job: string,
  change: (groups: readonly AliasGroup[]) => readonly AliasGroup[],
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { groups, version } = await read(ports, job);
    const text = JSON.stringify({ v: 1, groups: change(groups) });
    if (text.length > maxCharacters)
      throw new WinnowError('full', `job ${job} has no room for more groups: write them into url.aliases`);
    if (await ports.jobs.putNote(job, noteName, version, text)) return;
  }
  throw new WinnowError('unavailable', `the aliases of job ${job} are being changed by others; try again`);
}

/** The settings of a job's files with the aliases that operations gave it: they outlast every new version of the files. */
export async function withAliasGroups<S extends HasUrl & { readonly name: string }>(
  ports: AliasPorts,
  settings: S,
): Promise<S> {
  return withGroups(settings, await readAliasGroups(ports, settings.name));
}

/** Adding twice is the same as adding once. */
export function withGroups<S extends HasUrl>(settings: S, groups: readonly AliasGroup[]): S {
  const inForce = groups.filter(({ isUndone }) => isUndone !== true);
  if (inForce.length === 0) return settings;
  const aliases: Record<string, string> = { ...settings.url.aliases };
  const https = new Set(settings.url.https);
  for (const { preferred, aliases: grouped, https: isTwin } of inForce) {
    if (isTwin) https.add(preferred);
    if (isTwin) continue;
    const to = aliases[preferred] ?? preferred;
    const hosts = new Set<string>(grouped.map(({ host }) => host));
    hosts.delete(to);
    for (const [name, leads] of Object.entries(aliases)) if (hosts.has(leads)) aliases[name] = to;
    for (const host of hosts) aliases[host] = to;
  }
  return { ...settings, url: { ...settings.url, aliases, https: [...https] } };
}

/** Where aliases of before lead that a group of these aliases sends elsewhere. */
export function ledBy({ url }: HasUrl, hosts: readonly HostName[]): Pick<AliasGroup, 'led'> {
  const led = Object.entries(url.aliases).filter(([, to]) => hosts.some((host) => host === to));
  return defined({ led: led.length === 0 ? undefined : Object.fromEntries(led) });
}

/** The settings without a group that was in force in them. */
export function withoutGroup<S extends HasUrl>(settings: S, group: AliasGroup): S {
  const { preferred, aliases: grouped, led, https } = group;
  if (https) {
    const others = settings.url.https.filter((host) => host !== preferred);
    return { ...settings, url: { ...settings.url, https: others } };
  }
  const aliases: Record<string, string> = { ...settings.url.aliases, ...led };
  for (const { host } of grouped) delete aliases[host];
  return { ...settings, url: { ...settings.url, aliases } };
}

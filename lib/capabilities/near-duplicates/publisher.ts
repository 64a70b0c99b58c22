import { defined } from '../../base/defined.ts';
import { hostOf } from '../../base/url/url.ts';
import { orderMessage } from '../../domain/inbox/order.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { deliver } from '../../pipeline/frontier/deliver.ts';
import type { Publisher, RegisterAnswer } from '../../pipeline/turn/publishing.ts';
import type { GroupKey, GroupMember, NearGroup, Representative } from '../../ports/near-duplicates.ts';
import type { Ports } from '../../ports/ports.ts';
import {
  type ComparedPage,
  keysOf,
  linkToGroup,
  type NearDuplicateOf,
  type NearRelation,
  readPlace,
  representOrder,
  writePlace,
} from './group.ts';

/** Takes back what an earlier record of the page said. */
const inNoGroup = { nearDuplicateOf: undefined };

/** Enters pages of a committed turn into their groups, and takes contents that left the collection out of theirs. */
export const nearDuplicatesPublisher: Publisher = {
  // A group is there before pages of the same turn join it.
  isLater: ({ near }) => near?.is === 'member',
  async register({ ports, key }, { md5, near, response }, { minHashes }) {
    if (minHashes === undefined) return { told: inNoGroup };
    const compared = { md5, url: response.url, minHashes };
    if (near !== undefined) return await enterGroup(ports, key.job, compared, near);
    // The visit had nothing to do with a group, but the record may be in one.
    const group = (await ports.records.record(key.job, md5))?.group;
    if (group === undefined) return { told: inNoGroup };
    return { group, told: { nearDuplicateOf: await presentLink(ports, key.job, compared, group) } };
  },
  async emptied({ ports, key, settings }, { md5, url }, { group }) {
    if (group === undefined) return;
    const isDropped = settingsFor(settings, url).content.nearDuplicates === 'drop';
    const place = readPlace(group);
    const next = await ports.nearDuplicates.leave(key.job, place, md5, isDropped);
    // It stood for the group.
    if (next !== undefined) await tell(ports, key.job, place, next);
  },
  async published({ ports, key }, { dropped = [] }) {
    for (const one of dropped) await joinDropped(ports, key.job, one);
  },
};

/** Enters a content of a committed turn into its group. Idempotent. What has become of the group since the visit counts. */
async function enterGroup(
  ports: Ports,
  job: string,
  page: ComparedPage,
  relation: NearRelation,
): Promise<RegisterAnswer> {
  const { md5, url, minHashes } = page;
  if (relation.is === 'representative') {
    const { group: place, was } = relation;
    if (await ports.nearDuplicates.represent(job, place, was, { md5, url }))
      return { group: writePlace(place), told: inNoGroup };
  } else if (relation.is === 'member') {
    const group = await joined(ports, job, page, relation.group);
    if (group !== undefined) {
      const told = { nearDuplicateOf: linkToGroup(md5, minHashes, group) };
      return { group: writePlace(group), told };
    }
  }
  const group = { id: md5, minHashes, representative: { md5, url } };
  const place = await ports.nearDuplicates.begin(job, keysOf(minHashes), group);
  return { ...defined({ group: place && writePlace(place) }), told: inNoGroup };
}

/** A group that a page of the same turn began may be listed under another of its keys than the page could know. */
async function joined(
  { nearDuplicates }: Ports,
  job: string,
  { md5, url, minHashes }: ComparedPage,
  place: GroupKey,
): Promise<NearGroup | undefined> {
  const group = await nearDuplicates.join(job, place, { md5, url });
  if (group !== undefined) return group;
  const listed = await nearDuplicates.groups(job, keysOf(minHashes));
  const same = listed.find(({ id }) => id === place.id);
  return same && (await nearDuplicates.join(job, same, { md5, url }));
}

/** The present link of a content that is in a group already. */
async function presentLink(
  { nearDuplicates }: Ports,
  job: string,
  { md5, minHashes }: ComparedPage,
  group: string,
): Promise<NearDuplicateOf | undefined> {
  const place = readPlace(group);
  const listed = await nearDuplicates.groups(job, [place.key]);
  const own = listed.find(({ id }) => id === place.id);
  return own && linkToGroup(md5, minHashes, own);
}

/**
 * Adds a page that was not taken into the collection to its group, so that it can take its place. If the group is gone
 * meanwhile, the page is visited again. Idempotent.
 */
async function joinDropped(
  ports: Ports,
  job: string,
  { md5, url, group }: GroupMember & { readonly group: GroupKey },
): Promise<void> {
  const joined = await ports.nearDuplicates.join(job, group, { md5, url });
  if (joined === undefined) await tell(ports, job, group, { md5, url, isAwaited: true });
}

/** Has the host of a representative visit it if it is not in the collection, else write its record anew. */
async function tell(
  ports: Ports,
  job: string,
  { id }: GroupKey,
  { md5, url, isAwaited }: Representative,
): Promise<void> {
  const message = isAwaited ? { candidates: [], visit: url } : orderMessage(representOrder, { url, md5 });
  await deliver(ports, { job, host: hostOf(url) }, { id: `near-${id}-${md5}`, message });
}

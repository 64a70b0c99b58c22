import { begunGroup, findGroup } from '../near-duplicates/find-group.ts';
import { endPage } from './end-visit.ts';
import type { VisitEnd, WeighedVisit } from './steps.ts';

/**
 * Looks for a group of near-duplicates that a page belongs to, where the job does something with them. By its settings
 * a member is linked to the representative of its group, or is not taken into the collection.
 */
export async function matchNearDuplicate(visit: WeighedVisit): Promise<WeighedVisit | VisitEnd> {
  const { turn, work, content, settings, skipLinks } = visit;
  const { md5, minHashes, topic } = content;
  const { nearDuplicates: policy } = settings.content;
  if (policy === 'keep' || minHashes === undefined) return visit;
  if (topic?.relevant === false || work.visit?.md5 === md5) return visit;
  const page = { md5, url: work.url, minHashes };
  const { relation, of } = await findGroup(turn, page);
  if (relation?.is === 'first') turn.harvest.nearGroups.push(begunGroup(page));
  if (policy === 'drop' && relation?.is === 'member' && of !== undefined) {
    turn.harvest.dropped.push({ md5, url: work.url, group: relation.group });
    return endPage(visit, { kind: 'denied', by: 'near-duplicate', rule: of.url }, { content, skipLinks });
  }
  return relation === undefined ? visit : { ...visit, near: relation };
}

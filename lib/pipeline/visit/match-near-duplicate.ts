import type { MinHashes } from '../../domain/near-duplicates/min-hashes.ts';
import { begunGroup, findGroup } from '../near-duplicates/find-group.ts';
import { endPage } from './end-visit.ts';
import type { StepResult, VisitEnd, WeighedVisit } from './steps.ts';

/**
 * Looks for a group of near-duplicates that a page belongs to, where the job does something with them. By its settings
 * a member is linked to the representative of its group, or is not taken into the collection.
 */
export function matchNearDuplicate(visit: WeighedVisit): StepResult<WeighedVisit> {
  const { work, content, settings } = visit;
  const { md5, minHashes, topic } = content;
  if (settings.content.nearDuplicates === 'keep' || minHashes === undefined) return visit;
  if (topic?.relevant === false || work.visit?.md5 === md5) return visit;
  return matched(visit, minHashes);
}

async function matched(visit: WeighedVisit, minHashes: MinHashes): Promise<WeighedVisit | VisitEnd> {
  const { turn, work, content, settings, skipLinks } = visit;
  const { md5 } = content;
  const { nearDuplicates: policy } = settings.content;
  const page = { md5, url: work.url, minHashes };
  const { relation, of } = await findGroup(turn, page);
  if (relation?.is === 'first') turn.harvest.nearGroups.push(begunGroup(page));
  if (policy === 'drop' && relation?.is === 'member' && of !== undefined) {
    turn.harvest.dropped.push({ md5, url: work.url, group: relation.group });
    return endPage(visit, { kind: 'denied', by: 'near-duplicate', rule: of.url }, { content, skipLinks });
  }
  return relation === undefined ? visit : { ...visit, near: relation };
}

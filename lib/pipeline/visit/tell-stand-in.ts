import { describeStandIn } from '../../domain/stand-ins/stand-in.ts';
import { knownStandIn } from '../stand-ins/stand-ins-part.ts';
import { endPage } from './end-visit.ts';
import type { ReadVisit, StepResult } from './steps.ts';

/**
 * Tells whether a page that does not lead elsewhere at once stands in for the one that was asked for: before its owner is heard, who
 * speaks of that one. The links of a dropped one are passed over, as those of an answer to any URL lead ever deeper. What scripts make stays.
 */
export function tellStandIn(visit: ReadVisit): StepResult<ReadVisit> {
  const { turn, work, settings, content } = visit;
  const evidence = content.movesTo === undefined ? content.evidence : undefined;
  const standIn = evidence && knownStandIn(turn, work, evidence);
  if (standIn === undefined) return visit;
  const told = { ...visit, standIn };
  if (settings.content.standIns === 'keep' || standIn.kind === 'scripts') return told;
  const outcome = { kind: 'denied', by: 'stand-in', rule: describeStandIn(standIn) } as const;
  return endPage(told, outcome, { content, skipLinks: true });
}

import type { Outcome } from '../../base/fetch/outcome.ts';
import type { TurnPart } from '../../pipeline/turn/part.ts';
import type { Turn } from '../../pipeline/turn/turn.ts';
import { enterAnswer, standInOf } from './host-state.ts';
import { describeStandIn } from './stand-in.ts';

/**
 * Tells whether a page that does not lead elsewhere at once stands in for the one that was asked for: before its owner is heard, who
 * speaks of that one. Remembers what the URLs of a host answered where that is little, so that an answer to unlike URLs is known again.
 * What scripts make stays.
 */
export function openStandIns({ body }: Turn): TurnPart {
  return {
    name: 'stand-ins',
    read({ work, settings, content: { movesTo, evidence } }) {
      const standIn = movesTo === undefined ? evidence && standInOf(body, evidence, work) : undefined;
      if (standIn === undefined) return undefined;
      const told = { standIn };
      if (settings.content.standIns === 'keep' || standIn.kind === 'scripts') return { told };
      const refused: Outcome = { kind: 'denied', by: 'stand-in', rule: describeStandIn(standIn) };
      return { told, refused };
    },
    visited({ work: { url }, visited: { kept } }) {
      const evidence = kept?.content.evidence;
      if (evidence !== undefined) enterAnswer(body, evidence, url);
      return undefined;
    },
  };
}

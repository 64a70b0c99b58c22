import type { Outcome } from '../../base/fetch/outcome.ts';
import { enterAnswer, standInOf } from '../../domain/stand-ins/host-state.ts';
import { describeStandIn } from '../../domain/stand-ins/stand-in.ts';
import type { TurnPart } from '../turn/part.ts';
import type { Turn } from '../turn/turn.ts';

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

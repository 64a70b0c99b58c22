import type { Work } from '../../domain/frontier/entry.ts';
import { enterAnswer, standInOf } from '../../domain/stand-ins/host-state.ts';
import type { PageEvidence } from '../../domain/stand-ins/page-evidence.ts';
import type { StandIn } from '../../domain/stand-ins/stand-in.ts';
import type { TurnPart } from '../turn/part.ts';
import type { Turn } from '../turn/turn.ts';

/** Remembers what the URLs of a host answered where that is little, so that an answer to unlike URLs is known again. */
export function openStandIns({ body }: Turn): TurnPart {
  return {
    name: 'stand-ins',
    visited({ work: { url }, visited: { kept } }) {
      const evidence = kept?.content.evidence;
      if (evidence !== undefined) enterAnswer(body, evidence, url);
      return undefined;
    },
  };
}

/** What the page of a visit stands in for, as far as it and earlier answers of its host tell. */
export function knownStandIn({ body }: Turn, work: Work, evidence: PageEvidence): StandIn | undefined {
  return standInOf(body, evidence, work);
}

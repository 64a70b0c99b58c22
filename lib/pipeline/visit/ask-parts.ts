import { endPage } from './end-visit.ts';
import type { ReadVisit, StepResult } from './steps.ts';

/**
 * Asks the parts of the turn what they say of a page that was read. The links of a page that one refuses are passed over: those of an
 * answer that any URL gets lead ever deeper.
 */
export function askParts(visit: ReadVisit): StepResult<ReadVisit> {
  const { turn, work, settings, content } = visit;
  let asked = visit;
  for (const part of turn.parts) {
    const said = part.read?.({ work, settings, content });
    if (said === undefined) continue;
    asked = { ...asked, told: { ...asked.told, ...said.told } };
    if (said.refused !== undefined) return endPage(asked, said.refused, { content, skipLinks: true });
  }
  return asked;
}

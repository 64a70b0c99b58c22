import type { Entering } from '../turn/part.ts';
import { endPage } from './end-visit.ts';
import type { ReadVisit, StepResult, VisitEnd, WeighedVisit } from './steps.ts';

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

/** Asks the parts of the turn, side by side, about a page that is about to enter the collection: it is on topic, and new or changed. */
export function askToEnter(visit: WeighedVisit): StepResult<WeighedVisit> {
  const { turn, work, settings, content } = visit;
  if (content.topic?.relevant === false || work.visit?.md5 === content.md5) return visit;
  const answers = turn.parts.flatMap((part) => part.enters?.({ work, settings, content }) ?? []);
  return answers.length === 0 ? visit : entered(visit, answers);
}

async function entered(
  visit: WeighedVisit,
  answers: readonly Promise<Entering>[],
): Promise<WeighedVisit | VisitEnd> {
  const { content, skipLinks } = visit;
  const said = await Promise.all(answers);
  for (const { refused } of said)
    if (refused !== undefined) return endPage(visit, refused, { content, skipLinks });
  return { ...visit, entering: Object.assign({}, ...said.map(({ page }) => page)) };
}

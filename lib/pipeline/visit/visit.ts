import type { Work } from '../../domain/frontier/entry.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { PutOff } from '../politeness/host-session.ts';
import type { PageReading } from '../turn/part.ts';
import type { Turn } from '../turn/turn.ts';
import type { Visited } from '../turn/visited.ts';
import { askParts, askToEnter } from './ask-parts.ts';
import { convertPage } from './convert-page.ts';
import { fetchPage } from './fetch-page.ts';
import { judgePage } from './judge-page.ts';
import { keepPage } from './keep-page.ts';
import { permitPage, permitRequisite, permitSitemap } from './permit-page.ts';
import { readPage } from './read-page.ts';
import { fetchRequisite, keepRequisite } from './requisites.ts';
import { sortAnswer } from './sort-answer.ts';
import { firstStep, type PageVisit } from './steps.ts';

/** What happens to a URL that may be asked for, in this order. Each step gets the result of the step before, and may end the visit. */
const takePage = firstStep(fetchPage)
  .next(sortAnswer)
  .next(convertPage)
  .next(readPage)
  .next(askParts)
  .next(judgePage)
  .next(askToEnter)
  .next(keepPage);

/** What happens to a URL by what it was found as. */
const stepsFor = {
  page: firstStep(permitPage).next(takePage.run),
  sitemap: firstStep(permitSitemap).next(takePage.run),
  requisite: firstStep(permitRequisite).next(fetchRequisite).next(keepRequisite),
} as const;

/** What happens to a document once it is converted. */
const convertedSteps = firstStep(readPage).next(askParts).next(judgePage).next(keepPage);

/** Reads, judges and keeps a converted document, up to the result that `settle-visit.ts` settles. */
export async function takeInDocument(visit: PageVisit): Promise<Visited | PutOff> {
  return (await convertedSteps.run(visit)).end;
}

/** Visits one URL, up to the result that `settle-visit.ts` settles. Never throws for what the web does. */
export async function visit(
  turn: Turn,
  work: Work,
  readings: ReadonlySet<PageReading>,
): Promise<Visited | PutOff> {
  const settings = settingsFor(turn.settings, work.url);
  const { end } = await stepsFor[work.role?.is ?? 'page'].run({ turn, work, settings, readings });
  // What is kept of the body was copied: its result, its raw document, its conversion.
  turn.session.releaseBodies();
  return end;
}

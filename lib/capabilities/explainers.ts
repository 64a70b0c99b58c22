import type * as z from 'zod/mini';
import type { ToldFields } from '../domain/collection/told-fields.ts';
import { explainBudgets } from '../pipeline/why/explain-budgets.ts';
import { explainVerdict } from '../pipeline/why/explain-content.ts';
import { explainFrontier, explainHost } from '../pipeline/why/explain-frontier.ts';
import { explainGap } from '../pipeline/why/explain-gap.ts';
import { explainJob } from '../pipeline/why/explain-job.ts';
import { explainNetwork } from '../pipeline/why/explain-network.ts';
import { explainRobots } from '../pipeline/why/explain-robots.ts';
import { explainScope } from '../pipeline/why/explain-scope.ts';
import { explainStrategy } from '../pipeline/why/explain-strategy.ts';
import { explainVisit } from '../pipeline/why/explain-visit.ts';
import type { Explainer } from '../pipeline/why/explainer.ts';
import { explainDeletion } from './delete/explain-deletion.ts';
import { explainMeaning } from './latent/explain-meaning.ts';
import * as nearDuplicates from './near-duplicates/explain.ts';
import * as ranks from './ranks/explain.ts';
import { explainJudgement } from './reclassify/explain-judgement.ts';
import * as standIns from './stand-ins/explain.ts';

/** Fields that records have of a capability, each with its schema; their types stand beside it (`declare module`). */
interface Telling {
  readonly tells: { readonly [F in keyof ToldFields]: z.ZodMiniType };
}

/** All that has something to say of a URL or a host, in the order in which a crawl decides. */
export const explainers = [
  { ofUrl: explainDeletion },
  { ofUrl: explainScope },
  { ofUrl: explainNetwork },
  { ofUrl: explainRobots },
  { ofUrl: explainFrontier },
  { ofUrl: explainMeaning },
  { ofUrl: explainStrategy },
  { ofUrl: explainBudgets },
  { ofHost: explainHost },
  { ofHost: explainGap },
  { ofUrl: explainVisit },
  nearDuplicates,
  standIns,
  { ofUrl: explainVerdict },
  { ofUrl: explainJudgement },
  { ofHost: explainJob },
  ranks,
] as const satisfies readonly (Explainer | Telling)[];

export const toldSchemas = { ...nearDuplicates.tells, ...standIns.tells, ...ranks.tells };

/** A record with all that capabilities tell, for whoever has the types alone. */
export type { PageRecord } from '../domain/collection/record.ts';

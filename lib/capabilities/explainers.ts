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
import { explainMeaning } from './latent/explain-meaning.ts';
import { explainJudgement } from './reclassify/explain-judgement.ts';
import { explainStandIn } from './stand-ins/explain-stand-in.ts';

/** All that has something to say of a URL or a host, in the order in which a crawl decides. */
export const explainers: readonly Explainer[] = [
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
  { ofUrl: explainStandIn },
  { ofUrl: explainVerdict },
  { ofUrl: explainJudgement },
  { ofHost: explainJob },
];

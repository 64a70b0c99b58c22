import { explainBudgets } from './explain-budgets.ts';
import { explainVerdict } from './explain-content.ts';
import { explainFrontier, explainHost } from './explain-frontier.ts';
import { explainGap } from './explain-gap.ts';
import { explainJob } from './explain-job.ts';
import { explainJudgement } from './explain-judgement.ts';
import { explainNetwork } from './explain-network.ts';
import { explainRobots } from './explain-robots.ts';
import { explainScope } from './explain-scope.ts';
import { explainStandIn } from './explain-stand-in.ts';
import { explainStrategy } from './explain-strategy.ts';
import { explainVisit } from './explain-visit.ts';
import type { Explainer } from './explainer.ts';

/** All that has something to say of a URL or a host, in the order in which a crawl decides. */
export const explainers: readonly Explainer[] = [
  { ofUrl: explainScope },
  { ofUrl: explainNetwork },
  { ofUrl: explainRobots },
  { ofUrl: explainFrontier },
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

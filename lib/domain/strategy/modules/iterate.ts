import { append } from '../../../base/long-lists.ts';
import type { ContextFacts, Subject } from '../facts.ts';
import { type AppliedControl, controlled, type Dismissal } from './control-module.ts';
import { type AppliedLayers, distribute } from './layer-module.ts';
import { type AppliedRanking, rank } from './ranking-module.ts';
import { type ActiveTarget, attempt, type EvaluationLog } from './registry.ts';

/** The modules of a stage, in the order in which targets pass them. */
export interface Modules {
  /** Targets that one iteration loads. */
  readonly load: number;
  readonly layers: readonly AppliedLayers[];
  readonly ranking: readonly AppliedRanking[];
  readonly control: readonly (readonly AppliedControl[])[];
}

/** What an iteration decided. All other targets go back to the active ones. */
export interface Iteration {
  /** To be loaded, in this order. */
  readonly drawn: readonly ActiveTarget[];
  /** Never to be loaded. */
  readonly dismissed: readonly Dismissal[];
}

/**
 * One iteration over the active targets: layers, ranking, control; the first of those that pass are loaded.
 * @param targets in the order that decides between equal scores
 */
export function iterate(
  modules: Modules,
  targets: readonly ActiveTarget[],
  context: ContextFacts,
  log: EvaluationLog,
): Iteration {
  for (const { registry } of targets) registry.active.clear();
  const dismissed: Dismissal[] = [];
  let passing = targets;
  for (const [at, module] of modules.layers.entries()) {
    const out = distribute(module, passing, context, log);
    append(
      dismissed,
      out.dismissed.map((target) => ({ target, by: `layers ${at + 1}` })),
    );
    passing = out.passed;
  }
  // Alone it is loaded, whatever its score: the score is not asked.
  const isSettled = passing.length <= 1 && !mayKeepBack(modules);
  for (const module of isSettled ? [] : modules.ranking) {
    const out = rank(module, passing, context, log);
    append(dismissed, out.dismissed);
    passing = out.passed;
  }
  for (const rules of modules.control) {
    const out = controlled(rules, passing, context, log);
    append(dismissed, out.dismissed);
    passing = out.passed;
  }
  return { drawn: passing.slice(0, modules.load), dismissed };
}

function mayKeepBack({ ranking, control }: Modules): boolean {
  const rules = [...ranking.flatMap((module) => module.control), ...control.flat()];
  return rules.some(({ act }) => act === 'back' || act === 'dismiss');
}

/** What the end of an iteration decided. */
export interface IterationEnd {
  /** The rule that ends the stage for the site. */
  readonly endedBy?: string;
  /** Loaded pages that leave the result set, and the rules that say so. */
  readonly withdrawn: readonly { readonly page: Subject; readonly by: string }[];
}

/** Control rules on the pages that an iteration loaded, and on the context. @param site stands for the whole site */
export function endIteration(
  { control }: Pick<Modules, 'control'>,
  site: Subject,
  pages: readonly Subject[],
  { context, log }: { readonly context: ContextFacts; readonly log: EvaluationLog },
): IterationEnd {
  const rules = control.flat();
  const first = (act: 'withdraw' | 'end', subject: Subject): string | undefined =>
    rules.find((one) => one.act === act && attempt(one, () => one.matches(subject, context), false, log))
      ?.name;
  const withdrawn = pages.flatMap((page) => {
    const by = first('withdraw', page);
    return by === undefined ? [] : [{ page, by }];
  });
  const endedBy = first('end', site);
  return { withdrawn, ...(endedBy === undefined ? {} : { endedBy }) };
}

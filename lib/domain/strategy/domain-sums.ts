import { defined } from '../../base/defined.ts';
import { type CreditCounts, emptyMemory, expectedOf } from '../domains/domain-credit.ts';
import { askedIn, type DomainSum } from './condition.ts';
import { rulesOf, type Strategy } from './strategy.ts';

/** What rules may ask of the registered domain of a site, with all its hosts. What is not known is absent. */
export type DomainSums = { readonly [Name in DomainSum]?: number };

/** What is stored of a domain. */
export interface DomainCounts extends CreditCounts {
  readonly loads: number;
  readonly relevant: number;
}

const known = new WeakMap<Strategy, boolean>();

/** Whether rules ask for the sums of domains: a turn reads and counts them only then. */
export function asksDomain(strategy: Strategy | undefined): boolean {
  if (strategy === undefined) return false;
  let asks = known.get(strategy);
  if (asks === undefined) {
    const rules = strategy.stages.flatMap(rulesOf);
    asks = rules.some(({ when }) => askedIn(when, () => undefined).has('domain'));
    known.set(strategy, asks);
  }
  return asks;
}

/** @param own loads of the present turn, which are not among the stored ones yet */
export function domainSums(
  counts: DomainCounts | undefined,
  own: readonly { readonly targets: number; readonly relevant: number }[] = [],
): DomainSums | undefined {
  if (counts === undefined) return undefined;
  let { loads, relevant } = counts;
  for (const one of own) {
    loads += one.targets;
    relevant += one.relevant;
  }
  const { hosts, tried, memory = emptyMemory } = counts;
  return {
    ...{ hosts, loads, relevant, tries: tried, yield: expectedOf(memory).mean },
    ...defined({ harvest: loads === 0 ? undefined : relevant / loads }),
  };
}

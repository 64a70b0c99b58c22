import type { Budgets } from './budgets.ts';

/** What budgets keep back of a host. Nothing is lost: it waits in the frontier, or stands in the link log. */
export interface OverBudget {
  /** The budget that kept something back last. */
  readonly by: keyof Budgets;
  /** Links that were not admitted; a URL counts each time that it was found. */
  readonly cut: number;
  /** URLs that were admitted and wait until a budget is raised. */
  readonly held: number;
}

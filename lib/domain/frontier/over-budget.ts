import type { Budgets } from '../settings/settings.ts';

/** What budgets keep back of a host. Nothing of it is lost: it waits, or stands in the link log. */
export interface OverBudget {
  /** The budget that kept back something last. */
  readonly by: keyof Budgets;
  /** Links that were not taken in; a URL counts each time that it was found. */
  readonly cut: number;
  /** URLs that were taken in and wait until a budget is raised. */
  readonly held: number;
}

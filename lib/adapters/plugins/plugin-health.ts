/** Counts the failures of the plug-ins of a process: a plug-in that keeps failing is switched off for a while. */
export interface PluginHealth {
  /** Why the plug-in is switched off now; undefined: it is not. */
  off(key: string): string | undefined;
  /** Notes how a call ended. @param problem undefined: the call went well */
  note(key: string, problem: string | undefined): void;
}

/** Failures in a row after which a plug-in is switched off. */
export const maxFailures = 5;
/** How long a plug-in is switched off before it is tried again once: what it lacked may be there by then. */
export const restMs = 300_000;

/** Rules of strategies fail by site: of more keys the one that failed longest ago is forgotten. */
const mostKept = 10_000;

/** @param now ms of a clock that never goes back */
export function pluginHealth(now: () => number): PluginHealth {
  const failing = new Map<string, { failures: number; offUntil: number; last: string }>();
  return {
    off(key) {
      const state = failing.get(key);
      if (state === undefined || state.offUntil <= now()) return undefined;
      return `switched off after ${maxFailures} failures in a row, the last: ${state.last}`;
    },
    note(key, problem) {
      if (problem === undefined) {
        failing.delete(key);
        return;
      }
      const failures = (failing.get(key)?.failures ?? 0) + 1;
      const offUntil = failures >= maxFailures ? now() + restMs : 0;
      failing.delete(key);
      failing.set(key, { failures, offUntil, last: problem });
      const [oldest] = failing.keys();
      if (failing.size > mostKept && oldest !== undefined) failing.delete(oldest);
    },
  };
}

import { askAgain, askFirst, type HostBody } from '../frontier/body.ts';
import type { PendingEntry } from '../frontier/entry.ts';
import type { HeldReason, Order } from '../frontier/order.ts';
import { trapAccounts } from './host-state.ts';
import { forgiveUnproven } from './observe.ts';
import type { TrapSettings } from './policy.ts';
import { isProbe } from './probe.ts';
import { enterAgain, enterProven } from './probe-answer.ts';
import { isOfMadeUp } from './region.ts';
import { shapeOf } from './shape.ts';
import { mayHaveIds, preferred, type TokenRules, wasVisited } from './token-rules.ts';
import { appeal, bestHeld, triesLeft } from './try-held.ts';
import { type Held, heldBy } from './verdict.ts';

/** Has the URLs of a host wait that look like a trap. */
export function trapOrder(body: HostBody, settings: TrapSettings): Order {
  const accounts = trapAccounts(body);
  const { hold, patience, retryShare, accept } = settings;
  const holdOf = ({ url, from }: Pick<PendingEntry, 'url' | 'from'>): Held | undefined => {
    const shape = shapeOf(url);
    if (shape.token && hold && wasVisited(accounts.rules, url)) {
      return { kind: 'session', pattern: shape.pattern };
    }
    return heldBy(accounts, settings, shape, from);
  };
  return {
    key: JSON.stringify([hold, patience, retryShare, ...accept]),
    epoch: () => accounts.epoch,
    takeFreed() {
      const { opened } = accounts;
      accounts.opened = false;
      return opened;
    },
    holdOf,
    // Ids that say nothing are replaced by one and the same.
    spell: (url) => (accounts.rules.size === 0 || !hold ? url : preferred(accounts.rules, url)),
    isLast: (from) => isOfMadeUp(accounts, from),
    // Links of pages that the host makes up count no more once another page has one.
    isBetterSource: (known, found) => isOfMadeUp(accounts, known) && !isOfMadeUp(accounts, found),
    isMadeUp: isProbe,
    tries: () => triesLeft(accounts, settings),
    tryFirst(held) {
      const { any, chosen } = triesLeft(accounts, settings);
      if (any > 0) return bestHeld(accounts, held);
      return chosen > 0 ? appeal(accounts, held, holdOf) : undefined;
    },
    tried() {
      accounts.appeals++;
    },
    resolved(news) {
      forgiveUnproven(accounts, news);
      enterProven(accounts, news);
    },
    // The memory of page texts is of no use then.
    ended() {
      for (const { memory } of accounts.areas.values()) memory.said.clear();
    },
  };
}

/** A reason that this order gave. */
export function trapReason(reason: HeldReason): Held {
  return reason as Held;
}

/**
 * Enters what the watch for traps asks for, before all else: URLs that cannot exist, and second visits of pages. A page
 * whose visit has left the head is not visited again.
 */
export function takeUpQuestions(body: HostBody, depth: number): void {
  const accounts = trapAccounts(body);
  for (const url of accounts.probes.splice(0)) askFirst(body, url, depth);
  for (const url of accounts.again.splice(0)) {
    if (!askAgain(body, url)) enterAgain(accounts, url, []);
  }
}

/** What is known of ids in a host's URLs that may say nothing; undefined: nothing. */
export function idRules(body: HostBody): TokenRules | undefined {
  const { rules } = trapAccounts(body);
  return mayHaveIds(rules) ? rules : undefined;
}

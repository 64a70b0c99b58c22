import type { OutboxDomain } from '../../domain/collection/outbox.ts';
import { isWaiting } from '../../domain/convert/is-waiting.ts';
import type { WrittenContent } from '../../domain/document/written-content.ts';
import { hostSketch, isAlike } from '../../domain/domains/host-sketch.ts';
import { earnSpare, type Ledger, settleTrial, withSketch } from '../../domain/domains/ledger.ts';
import { hostCounters, pendingCount } from '../../domain/frontier/body.ts';
import type { Work } from '../../domain/frontier/entry.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { registeredDomain } from '../../domain/url/registered-domain.ts';
import { type CanonicalUrl, hostOf } from '../../domain/url/url.ts';
import type { HostControl } from '../../ports/hosts.ts';
import type { DomainMembership } from '../turn/domain-membership.ts';
import type { SettledVisit, TurnPart } from '../turn/part.ts';
import type { Turn } from '../turn/turn.ts';
import { changeLedger } from './domain-ledger.ts';

/** A host that has stored so many pages has made its name: what it links to is proven. */
const goodName = 5;
/** Answers after which a host that brought nothing new is barren. */
const patience = 3;
/** Each time that a host has stored so many pages more, its domain may try out one more host, whoever named it. */
const pagesPerTry = 400;

/**
 * Follows a host that has yet to prove itself through a turn, and enters the verdict into the ledger of its registered
 * domain at once: of two that look the same and are tried side by side, one is barren.
 */
export function openHostTrial(turn: Turn): TurnPart {
  const { membership } = turn;
  if (membership === undefined) return { name: 'domains' };
  let trial: HostTrial | undefined;
  return {
    name: 'domains',
    beforeVisits() {
      trial = beginTrial(turn, membership);
      return {};
    },
    reads: () => (trial?.wantsSketch() ? ['sketch'] : []),
    visited: async (visit) => ((await trial?.enter(visit)) === false ? 'stop' : undefined),
    async close() {
      const { newPages, bytes } = turn.harvest;
      turn.harvest.domain = {
        name: membership.key.domain,
        ...(await trial?.end()),
        ...(membership.spent === undefined ? {} : { spent: { pages: newPages, bytes } }),
      };
    },
  };
}

interface HostTrial {
  /** Whether what the next page says will be compared. */
  wantsSketch(): boolean;
  /** Judges a visit. False: the host has to wait for another try before anything more is fetched. */
  enter(visit: SettledVisit): Promise<boolean>;
  /** After the last visit of the turn: what became of the host's standing. */
  end(): Promise<Pick<OutboxDomain, 'standing' | 'tries' | 'vouches'>>;
}

function beginTrial(turn: Turn, membership: DomainMembership): HostTrial {
  const { ports, key, body } = turn;
  const limits = settingsFor(turn.settings, key.host).budgets;
  const storedBefore = stored(turn);
  /** It was tried before, and said what another host says: each try buys it one page. */
  const wasTwin = turn.control.standing === 'twin';
  let standing: NonNullable<HostControl['standing']> | 'good' = membership.standing;
  let isNew = membership.isNew;
  let tries = membership.asked;
  const answeredBefore = answers(turn);
  let answered = answeredBefore;
  let retrying = false;
  let moved = false;

  const is = (one: typeof standing): boolean => standing === one;
  const change = async (how: (ledger: Ledger) => Ledger): Promise<Ledger | undefined> =>
    await changeLedger(ports, membership.key, limits, how);

  async function settle(trial: 'barren' | 'void', verdict: typeof standing): Promise<void> {
    await change((ledger) => settleTrial(ledger, key.host, trial));
    standing = verdict;
    tries ||= trial === 'void';
  }

  /** Compares the first page of a host with those of others, and keeps what it looks like. */
  async function introduce(content: WrittenContent): Promise<void> {
    const newest = { host: key.host, sketch: hostSketch(content.sketch ?? { words: [] }) };
    let isTwin = false;
    await change((ledger) => {
      isTwin = ledger.sketches.some(
        ({ host, sketch }) => host !== newest.host && isAlike(sketch, newest.sketch),
      );
      if (standing === 'good') return isTwin ? ledger : withSketch(ledger, newest);
      return isTwin
        ? settleTrial(ledger, key.host, 'barren')
        : withSketch(settleTrial(ledger, key.host, 'proved'), newest);
    });
    isNew = false;
    if (standing === 'good') return;
    standing = isTwin ? 'twin' : 'proved';
    tries ||= !isTwin;
  }

  return {
    wantsSketch: () => standing === 'trying' || (standing === 'good' && isNew),

    async enter({ work, visited: { outcome, kept, seen }, report }) {
      // It says nothing of what the host has to say, or not yet.
      if (outcome.kind === 'listed') return true;
      if (outcome.kind === 'converting') return true;
      if (seen.status !== undefined) answered += 1;
      const isContent = kept !== undefined && (outcome.kind === 'stored' || outcome.kind === 'off-topic');
      if (standing === 'good' && isNew && isContent) await introduce(kept.content);
      if (standing !== 'trying') return true;
      if (outcome.kind === 'duplicate' || (wasTwin && isContent)) await settle('barren', 'twin');
      else if (isContent) await introduce(kept.content);
      else if (outcome.kind === 'redirected') moved ||= await movesOn(turn, work, outcome.to);
      else if (outcome.kind === 'failed' && seen.status !== undefined)
        retrying ||= report.nextAt !== undefined;
      if (is('trying') && answered >= patience && !moved) await settle('barren', 'barren');
      return is('trying') || is('proved');
    },

    async end() {
      const isAllSaid = !retrying && pendingCount(body) === 0 && !isWaiting(body);
      if (standing === 'trying' && isAllSaid && (await isStillNext(turn))) {
        await (answered === answeredBefore || moved ? settle('void', 'trying') : settle('barren', 'barren'));
      }
      const now = stored(turn);
      if (Math.floor(now / pagesPerTry) > Math.floor(storedBefore / pagesPerTry)) {
        await change(earnSpare);
        tries = true;
      }
      if (standing === 'proved' && now >= goodName) standing = 'good';
      if (standing === 'trying' && wasTwin) standing = 'twin';
      const told = tries ? ({ tries: true } as const) : {};
      if (standing !== 'good') return { standing, ...told };
      const vouches = [...body.introduced];
      body.introduced.clear();
      return vouches.length === 0 ? told : { ...told, vouches };
    },
  };
}

/** A redirect to a host of the domain that nobody knows yet: that one is tried in its place. Once, not on and on. */
async function movesOn({ ports, key, membership }: Turn, work: Work, to: CanonicalUrl): Promise<boolean> {
  const host = hostOf(to);
  if (host === key.host || work.hops > 0 || registeredDomain(host) !== membership?.key.domain) return false;
  return (await ports.hosts.control({ job: key.job, host })) === undefined;
}

/** Another delivery of the ticket that was committed meanwhile has emptied the inbox: that nothing is left says nothing. */
async function isStillNext({ ports, key, wasTurn }: Turn): Promise<boolean> {
  return ((await ports.hosts.body(key))?.turn ?? 0) === wasTurn;
}

function stored({ body }: Turn): number {
  return hostCounters(body).outcomes.stored ?? 0;
}

/** Visits of earlier turns that brought an answer. */
function answers({ body }: Turn): number {
  const { failed = 0, denied = 0, listed = 0, converting = 0, ...others } = hostCounters(body).outcomes;
  return Object.values(others).reduce((sum, count) => sum + count, 0);
}

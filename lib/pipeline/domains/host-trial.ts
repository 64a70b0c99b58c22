import { asProven } from '../../base/links/link-segment.ts';
import { registeredDomain } from '../../base/url/registered-domain.ts';
import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import type { OutboxDomain } from '../../domain/collection/outbox.ts';
import { isWaiting } from '../../domain/convert/is-waiting.ts';
import { isTwin, remembered } from '../../domain/domains/domain-credit.ts';
import { type HostSketch, hostSketch } from '../../domain/domains/host-sketch.ts';
import { hostCounters, pendingCount } from '../../domain/frontier/body.ts';
import type { Work } from '../../domain/frontier/entry.ts';
import type { KeptContent } from '../../domain/reading/written-content.ts';
import type { DomainKey } from '../../ports/domains.ts';
import type { DomainMembership } from '../turn/domain-membership.ts';
import type { SettledVisit, TurnPart } from '../turn/part.ts';
import type { Turn } from '../turn/turn.ts';

/** A host that has stored so many pages has made its name: what it links to is proven. */
const goodName = 4;
/** Answers after which a host that brought nothing new is barren. */
const patience = 3;

type Standing = NonNullable<OutboxDomain['standing']> | 'good';

/** Follows a host that has yet to prove itself through a turn, and tells the account of its try what it brought. */
export function openHostTrial(turn: Turn): TurnPart {
  const { membership } = turn;
  if (membership === undefined) return { name: 'domains' };
  let standing: Standing = membership.standing;
  const { account } = membership;
  const trial = account === undefined ? undefined : beginTrial(turn, account, membership);
  return {
    name: 'domains',
    reads: () => (trial?.wantsSketch() || isFirstGood(turn, membership) ? ['sketch'] : []),
    async visited(visit) {
      if (trial === undefined) await introduceFirst(turn, membership, visit);
      return (await trial?.enter(visit)) === false ? 'stop' : undefined;
    },
    async close() {
      const { newPages, bytes } = turn.harvest;
      standing = (await trial?.end()) ?? standing;
      if ((standing === 'proved' || standing === 'first') && stored(turn) >= goodName) {
        standing = 'good';
        for (const [at, link] of turn.harvest.links.entries()) turn.harvest.links[at] = asProven(link);
        const isSponsored = account !== undefined && account.domain !== membership.key.domain;
        if (isSponsored || membership.standing === 'first')
          await turn.ports.domains.dropSponsor(membership.key);
      }
      const domain: OutboxDomain = {
        name: membership.key.domain,
        ...(standing === 'good' ? {} : { standing }),
        ...(membership.spent === undefined ? {} : { spent: { pages: newPages, bytes } }),
      };
      turn.harvest.owed = { ...turn.harvest.owed, domain };
    },
  };
}

interface HostTrial {
  /** Whether what the next page says will be compared. */
  wantsSketch(): boolean;
  /** Judges a visit. False: the host has to wait for another try before anything more is fetched. */
  enter(visit: SettledVisit): Promise<boolean>;
  /** After the last visit of the turn: what became of the host. */
  end(): Promise<Standing>;
}

function beginTrial(turn: Turn, account: DomainKey, membership: DomainMembership): HostTrial {
  /** It was tried before, and said what another host says: each try buys it one page. */
  const wasTwin = turn.control.standing === 'twin';
  let standing: Standing = 'trying';
  const answeredBefore = answers(turn);
  let answered = answeredBefore;
  let isMoved = false;
  let isRetried = false;

  async function settle(gain: 0 | 1 | undefined, verdict: Standing, newest?: HostSketch): Promise<void> {
    const { domains } = turn.ports;
    await domains.remember(account, remembered(await domains.domain(account), gain, newest), 1);
    if (membership.taken) membership.taken.isOver = true;
    standing = verdict;
  }

  /** Compares a first page with those of other hosts. */
  async function compare(content: KeptContent): Promise<void> {
    const newest = sketchOf(turn, content);
    const isSame = wasTwin || isTwin(await turn.ports.domains.domain(account), newest);
    await (isSame ? settle(0, 'twin') : settle(1, membership.isFirst ? 'first' : 'proved', newest));
    // Other hosts of the domain are compared with it, whoever led to the domain.
    if (!isSame && account.domain !== membership.key.domain) await introduce(turn, membership.key, newest);
  }

  return {
    wantsSketch: () => standing === 'trying',

    async enter({ work, visited: { outcome, kept, seen }, report }) {
      // It says nothing of what the host has to say, or not yet.
      if (standing !== 'trying') return true;
      if (outcome.kind === 'listed' || outcome.kind === 'converting') return true;
      if (seen.status !== undefined) answered += 1;
      const isContent = kept !== undefined && (outcome.kind === 'stored' || outcome.kind === 'off-topic');
      if (outcome.kind === 'duplicate') await settle(0, 'twin');
      else if (isContent) await compare(kept.content);
      else if (outcome.kind === 'redirected') isMoved ||= await movesOn(turn, work, outcome.to);
      else if (outcome.kind === 'failed') isRetried ||= report.nextAt !== undefined;
      if (is('trying') && answered >= patience && !isMoved) await settle(0, 'barren');
      return is('trying') || is('proved') || is('first');
    },

    async end() {
      if (!is('trying')) return standing;
      const isAllSaid = pendingCount(turn.body) === 0 && !isWaiting(turn.body);
      const isOver = isAllSaid && answered > answeredBefore && !isMoved && !isRetried;
      // The ends of other domains are common, and say nothing of who leads to them.
      const isOwn = account.domain === membership.key.domain;
      await settle(isOver && isOwn ? 0 : undefined, wasTwin ? 'twin' : isOver ? 'barren' : 'trying');
      return standing;
    },
  };

  function is(one: Standing): boolean {
    return standing === one;
  }
}

/** Whether the first page of a host that needed no try is still unknown, with which others are compared. */
function isFirstGood({ body }: Turn, { standing, isNew }: DomainMembership): boolean {
  return standing === 'good' && isNew && (hostCounters(body).outcomes.stored ?? 0) === 0;
}

async function introduceFirst(
  turn: Turn,
  membership: DomainMembership,
  { visited: { outcome, kept } }: SettledVisit,
): Promise<void> {
  const isContent = kept !== undefined && (outcome.kind === 'stored' || outcome.kind === 'off-topic');
  if (!isContent || kept.content.sketch === undefined || membership.standing !== 'good' || !membership.isNew)
    return;
  if (stored(turn) > 1) return;
  await introduce(turn, membership.key, sketchOf(turn, kept.content));
}

async function introduce({ ports }: Turn, key: DomainKey, newest: HostSketch): Promise<void> {
  const counts = await ports.domains.domain(key);
  await ports.domains.remember(key, remembered(counts, undefined, newest), 0);
}

function sketchOf({ key }: Turn, { sketch }: KeptContent): HostSketch {
  return { host: key.host, sketch: hostSketch(sketch ?? { words: [] }) };
}

/** A redirect to a host of the domain that nobody knows yet: that one is tried in its place. Once, not on and on. */
async function movesOn({ ports, key, membership }: Turn, work: Work, to: CanonicalUrl): Promise<boolean> {
  const host = hostOf(to);
  if (host === key.host || work.hops > 0 || registeredDomain(host) !== membership?.key.domain) return false;
  return (await ports.hosts.control({ job: key.job, host })) === undefined;
}

function stored({ body }: Turn): number {
  return hostCounters(body).outcomes.stored ?? 0;
}

/** Visits of earlier turns that brought an answer. */
function answers({ body }: Turn): number {
  const { failed = 0, denied = 0, listed = 0, converting = 0, ...others } = hostCounters(body).outcomes;
  return Object.values(others).reduce((sum, count) => sum + count, 0);
}

import { defined } from '../../base/defined.ts';
import { registeredDomain } from '../../base/url/registered-domain.ts';
import { accountOf } from '../../domain/domains/account.ts';
import {
  type CreditCounts,
  type CreditLimits,
  endOfTry,
  firstOpening,
  freeOpening,
  openingFor,
  type Refusal,
  waitOf,
} from '../../domain/domains/domain-credit.ts';
import type { Budgets } from '../../domain/frontier/budgets/budgets.ts';
import { decodeInboxMessage, type InboxMessage } from '../../domain/inbox/inbox-item.ts';
import { jitterOf } from '../../domain/politeness/jitter.ts';
import type { DomainKey } from '../../ports/domains.ts';
import type { HostControl, HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';
import type { DomainMembership } from '../turn/domain-membership.ts';
import type { TurnReport } from '../turn/turn-report.ts';

/** The host may not be tried now. */
export interface Waits {
  readonly waits: NonNullable<HostControl['waits']>;
  /** Epoch ms at which it asks again. */
  readonly until: number;
}

/** Inbox items that are looked at for what a host can claim: those that give it a better one come first (`deliver`). */
const maxItems = 50;

export interface JoinOptions {
  readonly isNew: boolean;
  /** The turn fetches nothing, and needs no try: what people order is done whether the host waits or not. */
  readonly asksNobody: boolean;
  readonly budgets: Budgets;
  /** Rules of a strategy ask for the sums of the domain. */
  readonly asksSums?: boolean;
}

type Joining = Pick<Ports, 'domains' | 'hosts' | 'due' | 'clock'>;

interface Joiner {
  readonly host: HostKey;
  readonly control: HostControl;
  /** Its registered domain. */
  readonly key: DomainKey;
  readonly isNew: boolean;
  readonly budgets: Budgets;
  readonly asksSums: boolean;
}

/**
 * What a host is to its registered domain: asked at its first turn, and whenever it has yet to bring something. A host
 * that needs a try takes it from the account of its domain, the first one of a domain that one other domain alone leads to
 * from the account of that one. Where there is none it asks again later.
 * @returns undefined for a host without a registered domain; `lost` when the ticket is not this host's any more
 */
export async function joinDomain(
  ports: Joining,
  host: HostKey,
  control: HostControl,
  { isNew, asksNobody, budgets, asksSums = false }: JoinOptions,
): Promise<DomainMembership | Waits | 'lost' | undefined> {
  const domain = registeredDomain(host.host);
  if (domain === undefined) return undefined;
  const joiner: Joiner = { host, control, key: { job: host.job, domain }, isNew, budgets, asksSums };
  const { standing, opened } = control;
  if (standing === 'proved' || standing === 'first') return await joined(ports, joiner, { standing });
  if (!isNew && standing === undefined) return await joined(ports, joiner, {});
  if (opened !== undefined) return await joined(ports, joiner, opened);
  const messages = (await ports.hosts.inbox(host, maxItems)).map(({ bytes }) => decodeInboxMessage(bytes));
  // Another delivery of the ticket committed meanwhile, and what was said for the host may be deleted already.
  if (isNew && (await ports.hosts.body(host)) !== undefined) return 'lost';
  if (isAskedFor(messages)) {
    if (isNew) await ports.domains.open(joiner.key, freeOpening(true));
    return await joined(ports, joiner, {});
  }
  if (asksNobody) return { key: joiner.key, isNew, standing: standing ?? 'trying' };
  const stored = await ports.domains.domain(joiner.key);
  const isFirst = isNew && stored.hosts === 0;
  const sponsor = isFirst ? await rootOf(ports, host, sponsorOf(messages)) : stored.sponsor;
  if (isFirst && sponsor === undefined && (await ports.domains.open(joiner.key, firstOpening)))
    return await joined(ports, joiner, {});
  const isUnproven = standing === 'twin' || ((isNew || standing !== 'trying') && !isProven(messages));
  if (sponsor === undefined) return await tryHost(ports, joiner, joiner.key, { counts: stored, isUnproven });
  const { hostsPerDomain = Number.MAX_SAFE_INTEGER, newHosts } = budgets;
  if (isNew && stored.hosts >= hostsPerDomain) return refused(ports, joiner, joiner.key, 'barren');
  const account = { job: host.job, domain: accountOf(sponsor) };
  const counts = await ports.domains.domain(account);
  const limits = { newHosts };
  const tried = await tryHost(ports, joiner, account, { counts, isUnproven: isUnproven && !isFirst, limits });
  if ('waits' in tried || !isNew) return tried;
  await ports.domains.open(joiner.key, freeOpening(true), sponsor);
  return isFirst ? { ...tried, isFirst } : tried;
}

/** A domain that has yet to make its name has no account of its own: a chain of such domains shares one. */
async function rootOf(
  { domains }: Joining,
  { job }: HostKey,
  sponsor: string | undefined,
): Promise<string | undefined> {
  return sponsor && ((await domains.domain({ job, domain: sponsor })).sponsor ?? sponsor);
}

interface JoinedAs {
  readonly standing?: 'proved' | 'first' | undefined;
  /** Its try was taken. */
  readonly account?: string;
  readonly isFirst?: true;
}

async function joined(
  ports: Joining,
  { key, isNew, budgets, asksSums }: Joiner,
  { standing, account, isFirst }: JoinedAs,
): Promise<DomainMembership> {
  const member: DomainMembership = {
    ...{ key, standing: account === undefined ? (standing ?? 'good') : 'trying', isNew },
    ...(account !== undefined && { account: { job: key.job, domain: account } }),
    ...(isFirst && { isFirst }),
  };
  if (budgets.pagesPerDomain === undefined && budgets.bytesPerDomain === undefined && !asksSums)
    return member;
  const sums = await ports.domains.domain(key);
  const { pages, bytes } = sums;
  return { ...member, spent: { pages, bytes }, sums };
}

interface Trying {
  readonly counts: CreditCounts;
  readonly isUnproven: boolean;
  /** Default: the budgets of the host. */
  readonly limits?: CreditLimits;
}

/** Takes a try of an account. */
async function tryHost(
  ports: Joining,
  joiner: Joiner,
  account: DomainKey,
  { counts, isUnproven, limits = joiner.budgets }: Trying,
): Promise<DomainMembership | Waits> {
  const opening = openingFor(counts, { isNew: joiner.isNew, isUnproven }, limits, ports.clock.now());
  if (typeof opening === 'string') return refused(ports, joiner, account, opening);
  if (await ports.domains.open(account, opening))
    return { ...(await joined(ports, joiner, { account: account.domain })), taken: { isOver: false } };
  return refused(ports, joiner, account, 'busy');
}

function refused(
  { clock }: Joining,
  { control, host }: Joiner,
  { domain }: DomainKey,
  refusal: Refusal,
): Waits {
  const now = clock.now();
  const since = control.waits?.since ?? now;
  const waits = { domain, since, ...(refusal === 'barren' && { isBarren: true as const }) };
  return { waits, until: now + waitOf(refusal, now - since, jitterOf(host.host, now)) };
}

/** Seeds, what somebody asked for by hand, and a host that aliases name, need no credit. */
function isAskedFor(messages: readonly InboxMessage[]): boolean {
  return messages.some(
    ({ candidates, visit, moved }) =>
      visit !== undefined || moved !== undefined || candidates.some(({ depth }) => depth === 0),
  );
}

/** Whether a host that has proved itself links to it. */
function isProven(messages: readonly InboxMessage[]): boolean {
  return messages.some(({ candidates, unproven }) => candidates.length > 0 && !unproven);
}

/** The domain whose pages alone lead to a host; undefined: there are several, or none is known. */
function sponsorOf(messages: readonly InboxMessage[]): string | undefined {
  const all = new Set(messages.flatMap(({ candidates, by }) => (candidates.length > 0 ? [by] : [])));
  return all.size === 1 ? [...all][0] : undefined;
}

/** Runs what a host has joined its domain for. A try that it took and that came to no end is given back: its place is free at once. */
export async function usingTry(
  { domains }: Pick<Ports, 'domains'>,
  { account, taken }: Pick<DomainMembership, 'account' | 'taken'>,
  run: () => Promise<TurnReport>,
): Promise<TurnReport> {
  let report: TurnReport | undefined;
  try {
    report = await run();
    return report;
  } finally {
    const isLost = (report === undefined || report.result === 'busy') && taken?.isOver === false;
    if (isLost && account) await domains.open(account, endOfTry).catch(() => undefined);
  }
}

/** What the control of a host says between its opening and its turn, should the turn not begin now. */
export function openedAs(control: HostControl, member: DomainMembership | undefined): HostControl {
  const { waits: _w, opened: _o, ...rest } = control;
  const { account, isFirst, isNew, standing } = member ?? {};
  if (account === undefined && (!isNew || standing !== 'good')) return rest;
  return { ...rest, opened: defined({ account: account?.domain, isFirst }) };
}

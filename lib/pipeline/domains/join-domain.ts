import { type Applicant, admitHost } from '../../domain/domains/ledger.ts';
import { decodeInboxMessage, type InboxMessage } from '../../domain/frontier/inbox-item.ts';
import type { Budgets } from '../../domain/settings/budgets.ts';
import { registeredDomain } from '../../domain/url/registered-domain.ts';
import type { DomainKey } from '../../ports/domains.ts';
import type { HostControl, HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';
import type { DomainMembership } from '../turn/domain-membership.ts';
import { changeLedger, isUnproven, placeOf } from './domain-ledger.ts';

/** It has no try: where it waits for one. */
export interface Waits {
  readonly waits: NonNullable<HostControl['waits']>;
  /** Of the ledger that had none. */
  readonly revision: number;
}

/** Inbox items that are looked at for what a host can claim: those that give it a better one come first (`deliver`). */
const maxItems = 50;

/**
 * What a host is to its registered domain: asked at its first turn, and whenever it has yet to make its name. A host
 * that is given a try holds it until the trial is settled. One that is not stands in the list of those that wait from
 * before the last look at the ledger on: whoever brings a try after that sees it.
 * @returns undefined for a host without a registered domain; `lost` when the ticket is not this host's any more
 */
export async function joinDomain(
  ports: Pick<Ports, 'domains' | 'hosts' | 'clock'>,
  host: HostKey,
  control: HostControl,
  { isNew, budgets }: { readonly isNew: boolean; readonly budgets: Budgets },
): Promise<DomainMembership | Waits | 'lost' | undefined> {
  const domain = registeredDomain(host.host);
  if (domain === undefined) return undefined;
  const key: DomainKey = { job: host.job, domain };
  const asksForSpent = budgets.pagesPerDomain !== undefined || budgets.bytesPerDomain !== undefined;
  const joined = async (
    standing: DomainMembership['standing'],
    asked: boolean,
    stored = control,
  ): Promise<DomainMembership> => {
    const member = { key, standing, asked, isNew, control: stored };
    if (!asksForSpent) return member;
    const { pages, bytes } = await ports.domains.domain(key);
    return { ...member, spent: { pages, bytes } };
  };
  const { standing, waits } = control;
  if (standing === 'proved') return await joined('proved', false);
  if (!isNew && standing === undefined && waits === undefined) return await joined('good', false);

  const messages = (await ports.hosts.inbox(host, maxItems)).map(({ bytes }) => decodeInboxMessage(bytes));
  // Another delivery of the ticket committed meanwhile, and what was said for the host may be deleted already.
  if (isNew && (await ports.hosts.body(host)) !== undefined) return 'lost';
  const applicant: Applicant = {
    host: host.host,
    claim: claimOf(messages, isNew, standing),
    counted: !isNew,
  };
  const rank = Math.min(...messages.flatMap(({ candidates }) => candidates.map((one) => one.rank)));
  const place = placeOf(applicant.claim, rank, ports.clock.now());
  const mayStay = waits !== undefined && (!isUnproven(waits.place) || isUnproven(place));
  const waiting = { host: host.host, place: mayStay ? waits.place : place };
  const apply = () => ask(ports, { host, control, key, applicant, budgets });
  let answer = await apply();
  if (answer === 'lost') return 'lost';
  const left = waits === undefined || mayStay ? [] : [{ host: host.host, place: waits.place }];
  if (answer.standing === undefined) {
    if (!mayStay) await ports.domains.wait(key, waiting);
    answer = await apply();
    if (answer === 'lost') return 'lost';
    if (answer.standing === undefined) {
      if (left.length > 0) await ports.domains.unwait(key, left);
      return { waits: { domain, place: waiting.place }, revision: answer.revision };
    }
    left.push(waiting);
  } else if (waits !== undefined && mayStay) left.push(waiting);
  const holdsFirst = answer.standing === 'trying' && standing === undefined;
  if (!holdsFirst && left.length === 0) return await joined(answer.standing, true);
  const { waits: _, ...rest } = control;
  const admitted: HostControl = holdsFirst ? { ...rest, standing: 'trying' } : rest;
  if (!(await ports.hosts.putControl(host, control, admitted))) return 'lost';
  await ports.domains.unwait(key, left);
  return await joined(answer.standing, true, admitted);
}

interface Answer {
  readonly standing: 'good' | 'trying' | undefined;
  /** Of the ledger that was asked. */
  readonly revision: number;
}

/**
 * Asks the ledger for a try. A host that another delivery of its ticket has put to sleep gets none: nobody would wake it
 * for a try that it holds. It writes the ledger when it sleeps, so it is seen here, or sees what was written here.
 */
async function ask(
  ports: Pick<Ports, 'domains' | 'hosts'>,
  {
    host,
    control,
    key,
    applicant,
    budgets,
  }: {
    readonly host: HostKey;
    readonly control: HostControl;
    readonly key: DomainKey;
    readonly applicant: Applicant;
    readonly budgets: Budgets;
  },
): Promise<Answer | 'lost'> {
  let answer: Answer | 'lost' = { standing: undefined, revision: 0 };
  await changeLedger(ports, key, budgets, async (ledger, revision) => {
    const admitted = admitHost(ledger, applicant, budgets);
    answer = { standing: admitted?.standing, revision };
    if (admitted?.standing !== 'trying' || host.host in ledger.trying) return admitted?.ledger;
    if ((await ports.hosts.control(host))?.ticket === control.ticket) return admitted.ledger;
    answer = 'lost';
    return undefined;
  });
  return answer;
}

/** Seeds, what somebody asked for by hand, and a host that aliases name, need no credit. A host with unproven links only has the least claim. */
function claimOf(
  messages: readonly InboxMessage[],
  isNew: boolean,
  standing: HostControl['standing'],
): Applicant['claim'] {
  const isSeed = messages.some(
    ({ candidates, visit, moved }) =>
      visit !== undefined || moved !== undefined || candidates.some(({ depth }) => depth === 0),
  );
  if (isSeed) return 'seed';
  if (standing === 'twin') return 'unproven';
  if (!isNew && standing === 'trying') return 'linked';
  const isProven = messages.some(
    ({ candidates, unproven, proven }) => proven || (candidates.length > 0 && !unproven),
  );
  return isProven ? 'linked' : 'unproven';
}

import { emptyLedger, type Ledger } from '../../domain/domains/ledger.ts';
import type { HostName } from '../../domain/url/url.ts';
import type { DomainKey, StoredDomain } from '../../ports/domains.ts';
import type { HostControl } from '../../ports/hosts.ts';
import type { Inspection, Suspicion } from './inspection.ts';
import { maxWaiting } from './waiting-lists.ts';

/** Compares the ledger of a registered domain, and the list of its waiting hosts, with the hosts that they name. */
export async function* checkDomain(inspection: Inspection, domain: string): AsyncGenerator<Suspicion> {
  const { ports, job } = inspection;
  const key = { job: job.name, domain };
  const controlOf = (host: HostName): Promise<HostControl | undefined> =>
    ports.hosts.control({ job: job.name, host });
  for (const waiting of await ports.domains.waiting(key, maxWaiting)) {
    const control = await controlOf(waiting.host);
    if (control?.state === 'ticketed' || control?.waits?.place === waiting.place) continue;
    const mend = async () => {
      await ports.domains.unwait(key, [waiting]);
      return true;
    };
    yield {
      code: 'index-stale',
      subject: waiting.host,
      detail: `the list of ${domain} has it, and it does not wait`,
      mend,
    };
  }
  const { ledger } = await ports.domains.domain(key);
  for (const host of Object.keys(ledger?.trying ?? {}) as HostName[]) {
    const control = await controlOf(host);
    if (control?.state === 'ticketed' || control?.standing === 'trying') continue;
    yield { code: 'try-for-nobody', subject: host, detail: `the ledger of ${domain} has a try out for it` };
  }
}

/** Checks what is stored of a registered domain, whether or not hosts wait for it. */
export async function* checkLedger(inspection: Inspection, domain: string): AsyncGenerator<Suspicion> {
  const key = { job: inspection.job.name, domain };
  const stored = await inspection.ports.domains.domain(key);
  yield* checkSums(inspection, key, stored);
  const fault = ledgerFault(inspection, key, stored);
  if (fault !== undefined) yield fault;
}

/** The largest possible sum. A count whose answer was lost is repeated, so sums may exceed those of the hosts. */
const maxSum = 1e15;

function* checkSums({ ports }: Inspection, key: DomainKey, stored: StoredDomain): Generator<Suspicion> {
  for (const name of ['pages', 'bytes'] as const) {
    const value = stored[name];
    if (Number.isInteger(value) && value >= 0 && value <= maxSum) continue;
    const mend = async () => {
      await ports.domains.count(key, { pages: 0, bytes: 0, [name]: -value });
      return true;
    };
    yield { code: 'domain-wrong', subject: key.domain, detail: `it has ${value} ${name}`, mend };
  }
}

function ledgerFault(
  { ports, settings }: Inspection,
  key: DomainKey,
  { damaged, ledger, revision }: StoredDomain,
): Suspicion | undefined {
  const fault = damaged ? 'it is damaged' : ledger && faultOf(ledger);
  if (fault === undefined) return undefined;
  const base = { code: 'domain-wrong', subject: key.domain, detail: `its ledger: ${fault}` } as const;
  if (settings === undefined) return base;
  return { ...base, mend: () => ports.domains.putLedger(key, revision, emptyLedger(settings.budgets)) };
}

/** The largest value of `budgets.newHosts`; `mostHosts`: more than there are hosts in the world. */
const maxTries = 10_000;
const maxHosts = 1e10;

function faultOf({ hosts, trying, credit, spare, proved, sketches }: Ledger): string | undefined {
  for (const [name, value] of Object.entries({ hosts, credit, spare, proved }))
    if (!Number.isSafeInteger(value) || value < 0) return `${name} is ${JSON.stringify(value)}`;
  if (credit > maxTries || spare > maxTries || hosts > maxHosts) return 'it has more than any domain earns';
  if (typeof trying !== 'object' || trying === null) return 'it has no tries';
  return Array.isArray(sketches) ? undefined : 'it has no sketches';
}

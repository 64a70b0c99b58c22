import { emptyMemory, type TryMemory } from '../../domain/domains/domain-credit.ts';
import type { DomainKey, StoredDomain } from '../../ports/domains.ts';
import type { Inspection, Suspicion } from './inspection.ts';

/** Checks what is stored of a registered domain. */
export async function* checkDomain(inspection: Inspection, domain: string): AsyncGenerator<Suspicion> {
  const key = { job: inspection.job.name, domain };
  const stored = await inspection.ports.domains.domain(key);
  yield* checkSums(inspection, key, stored);
  const fault = countFault(stored) ?? (stored.damaged ? 'it is damaged' : memoryFault(stored.memory));
  if (fault === undefined) return;
  const mend = async () => {
    await inspection.ports.domains.remember(key, emptyMemory, 0);
    return true;
  };
  yield { code: 'domain-wrong', subject: domain, detail: `its tries: ${fault}`, mend };
}

/** The largest possible sum. A count whose answer was lost is repeated, so sums may exceed those of the hosts. */
const maxSum = 1e15;

function* checkSums({ ports }: Inspection, key: DomainKey, stored: StoredDomain): Generator<Suspicion> {
  for (const name of ['pages', 'bytes', 'loads', 'relevant'] as const) {
    const value = stored[name];
    if (Number.isInteger(value) && value >= 0 && value <= maxSum) continue;
    const mend = async () => {
      await ports.domains.count(key, { pages: 0, bytes: 0, [name]: -value });
      return true;
    };
    yield { code: 'domain-wrong', subject: key.domain, detail: `it has ${value} ${name}`, mend };
  }
}

/** More than there are hosts in the world. */
const maxHosts = 1e10;

function countFault({ hosts, tried, ended, unproven }: StoredDomain): string | undefined {
  for (const [name, value] of Object.entries({ hosts, tried, ended, unproven }))
    if (!Number.isSafeInteger(value) || value < 0 || value > maxHosts)
      return `${name} is ${JSON.stringify(value)}`;
  return undefined;
}

function memoryFault(memory: TryMemory | undefined): string | undefined {
  if (memory === undefined) return undefined;
  const { tries, gains, brought, sketches } = memory;
  for (const [name, value] of Object.entries({ tries, gains, brought }))
    if (!Number.isFinite(value) || value < 0) return `${name} is ${JSON.stringify(value)}`;
  return Array.isArray(sketches) ? undefined : 'there are no sketches';
}

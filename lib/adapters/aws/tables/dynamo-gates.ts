import { WinnowError } from '../../../base/error.ts';
import type { PolitenessState } from '../../../domain/politeness/politeness-state.ts';
import type { ClaimResult, Gate, GateClaim, Gates } from '../../../ports/gates.ts';
import { absent, any, atMost, is } from '../base/expression.ts';
import { gateItemKey } from '../base/keys.ts';
import { content } from '../base/rows.ts';
import type { Table } from '../base/table.ts';

/** A gate that has been open for this long may expire: a missing gate counts as open. */
const keptSeconds = 86_400;
/** A gate that remembers failures outlasts a pause of the crawl. */
const keptFailingSeconds = 30 * 86_400;

/** Gates in the frontier table: one conditional update to claim, one to release. The stored times decide, not the expiry. */
export class DynamoGates implements Gates {
  readonly #table: Table;

  /** @param table the frontier table */
  constructor(table: Table) {
    this.#table = table;
  }

  async claim(key: string, { owner, ticket, now, leaseMs, gapMs }: GateClaim): Promise<ClaimResult> {
    const leaseUntil = now + leaseMs;
    const notBefore = leaseUntil + gapMs;
    const result = await this.#table.updateIf(
      'gate',
      gateItemKey(key),
      { set: { notBefore, leaseUntil, owner, ticket, ttl: expiry(notBefore) } },
      any(absent('notBefore'), atMost('notBefore', now)),
    );
    if (result.written) return granted(content(result.row));
    if (result.row === undefined)
      throw new WinnowError('internal', `the gate ${key} was refused and is not there`);
    const gate = content(result.row) as unknown as Gate;
    // The owner is a random id of this claim, so an earlier try of the same request was granted.
    return gate.owner === owner ? granted(gate) : { granted: false, gate };
  }

  async release(key: string, owner: string, notBefore: number, state?: PolitenessState): Promise<boolean> {
    const { written } = await this.#table.updateIf(
      'gate',
      gateItemKey(key),
      {
        set: { notBefore, ttl: expiry(notBefore, state), ...(state && { state }) },
        remove: ['owner', 'ticket'],
      },
      is({ owner }),
    );
    return written;
  }

  async reopen(key: string, was: Gate, notBefore: number): Promise<boolean> {
    const { leaseUntil, owner } = was;
    const { written } = await this.#table.updateIf(
      'gate',
      gateItemKey(key),
      { set: { notBefore, ttl: expiry(notBefore, was.state) }, remove: ['owner', 'ticket'] },
      is({ notBefore: was.notBefore, leaseUntil, owner }),
    );
    return written;
  }

  async gate(key: string): Promise<Gate | undefined> {
    const row = await this.#table.get('gate', gateItemKey(key), true);
    return row && (content(row) as unknown as Gate);
  }
}

function granted(row: object): ClaimResult {
  const { state } = row as Partial<Gate>;
  return { granted: true, ...(state && { state }) };
}

function expiry(notBefore: number, state?: PolitenessState): number {
  const kept = (state?.errors ?? 0) > 0 ? keptFailingSeconds : keptSeconds;
  return Math.ceil(notBefore / 1_000) + kept;
}

import { readStoredObject } from '../../../base/stored-json.ts';
import type { PolitenessState } from '../../../domain/politeness/politeness-state.ts';
import type { ClaimResult, Gate, GateClaim, Gates } from '../../../ports/gates.ts';
import type { Connection } from '../base/connection.ts';

interface GateRow {
  readonly not_before: number;
  readonly lease_until: number;
  readonly owner: string | null;
  readonly ticket: string | null;
  readonly state: string | null;
}

/** `Gates` in SQLite. A claim is one statement, which makes it safe between processes too. */
export class SqliteGates implements Gates {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async claim(key: string, claim: GateClaim): Promise<ClaimResult> {
    const leaseUntil = claim.now + claim.leaseMs;
    const granted = this.#db.returning<Pick<GateRow, 'state'>>(
      `INSERT INTO gate (key, not_before, lease_until, owner, ticket, gap) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
       ON CONFLICT (key) DO UPDATE SET not_before = ?2, lease_until = ?3, owner = ?4, ticket = ?5, gap = ?6
       WHERE not_before <= ?7 RETURNING state`,
      key,
      leaseUntil + claim.gapMs,
      leaseUntil,
      claim.owner,
      claim.ticket,
      claim.gapMs,
      claim.now,
    );
    // Committed before any request to the host: if this process dies, the next claimer must find the gate closed.
    this.#db.flush();
    if (granted !== undefined) return { granted: true, ...stateOf(granted) };
    const gate = await this.gate(key);
    // Nothing deletes a gate; if this one is gone all the same, the claim can be granted.
    return gate === undefined ? this.claim(key, claim) : { granted: false, gate };
  }

  async release(key: string, owner: string, notBefore: number, state?: PolitenessState): Promise<boolean> {
    const released = this.#db.run(
      `UPDATE gate SET not_before = ?, state = ifnull(?, state), owner = NULL, ticket = NULL
       WHERE key = ? AND owner = ?`,
      notBefore,
      state === undefined ? null : JSON.stringify(state),
      key,
      owner,
    );
    return released === 1;
  }

  async reopen(key: string, was: Gate, notBefore: number): Promise<boolean> {
    const reopened = this.#db.run(
      `UPDATE gate SET not_before = ?, owner = NULL, ticket = NULL
       WHERE key = ? AND not_before = ? AND lease_until = ? AND owner IS ?`,
      ...[notBefore, key, was.notBefore, was.leaseUntil, was.owner ?? null],
    );
    return reopened === 1;
  }

  async gate(key: string): Promise<Gate | undefined> {
    const row = this.#db.get<GateRow>(
      'SELECT not_before, lease_until, owner, ticket, state FROM gate WHERE key = ?',
      key,
    );
    return (
      row && {
        notBefore: row.not_before,
        leaseUntil: row.lease_until,
        ...(row.owner !== null && { owner: row.owner }),
        ...(row.ticket !== null && { ticket: row.ticket }),
        ...stateOf(row),
      }
    );
  }
}

function stateOf({ state }: Pick<GateRow, 'state'>): Pick<Gate, 'state'> {
  const read = state === null ? undefined : readStoredObject<PolitenessState>(state);
  return read === undefined ? {} : { state: read };
}

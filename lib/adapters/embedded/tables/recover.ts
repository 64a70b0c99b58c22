import type { Connection } from '../base/connection.ts';

/**
 * Makes the tickets and gates of a process that died free at once, instead of when their leases run out. Call it only
 * right after the lock of the data directory was taken: then no other worker is alive, and no request of the dead one is
 * in progress.
 * @param now epoch ms
 * @returns the number of tickets and gates that were left behind
 */
export function recoverAfterCrash(
  db: Connection,
  now: number,
): { readonly tickets: number; readonly gates: number } {
  return db.transaction(() => {
    // A process that is killed again and again soon after its start must not suspect the same page each time: hosts with
    // more suspicions get their turns later.
    db.run(
      `INSERT OR IGNORE INTO due (job, at, host, wake)
       SELECT job, ? + coalesce(suspect_tries, 0), host, 1 FROM control WHERE state = 'ticketed'`,
      now,
    );
    // Tickets with a gate were being worked on; the others merely waited and did no harm.
    db.run(
      `UPDATE control SET attempts = attempts + 1
       WHERE state = 'ticketed' AND ticket IN (SELECT ticket FROM gate WHERE owner IS NOT NULL)`,
    );
    const tickets = db.run(
      `UPDATE control SET ticket_expires = min(ticket_expires, ?) WHERE state = 'ticketed'`,
      now,
    );
    // A request may have ended a moment ago, so the gap counts from now. A gate without a host's ticket belongs to a process
    // without the lock (doctor) that may be alive: such a gate opens by itself.
    const gates = db.run(
      `UPDATE gate SET not_before = ?1 + gap, lease_until = min(lease_until, ?1), owner = NULL, ticket = NULL
       WHERE owner IS NOT NULL AND ticket IN (SELECT ticket FROM control WHERE state = 'ticketed')`,
      now,
    );
    return { tickets, gates };
  });
}

/** A ticket that a worker had when it ended. */
export interface LeftTicket {
  readonly job: string;
  readonly host: string;
  readonly id: string;
  /** Whether the host may have ended the worker: its next turns are careful then. */
  readonly isSuspect: boolean;
}

/**
 * Makes the tickets and gates of a worker thread free at once. Call it after the thread has ended: no request of it is in
 * progress then.
 * @param now epoch ms
 */
export function freeTickets(db: Connection, left: readonly LeftTicket[], now: number): void {
  db.transaction(() => {
    for (const { job, host, id, isSuspect } of left) {
      const mine = [job, host, id] as const;
      db.run(
        `INSERT OR IGNORE INTO due (job, at, host, wake) SELECT job, ?4 + coalesce(suspect_tries, 0), host, 1
         FROM control WHERE job = ?1 AND host = ?2 AND state = 'ticketed' AND ticket = ?3`,
        ...[...mine, now],
      );
      db.run(
        `UPDATE control SET ticket_expires = min(ticket_expires, ?4), attempts = attempts + ?5
         WHERE job = ?1 AND host = ?2 AND state = 'ticketed' AND ticket = ?3`,
        ...[...mine, now, isSuspect ? 1 : 0],
      );
    }
    db.run(
      `UPDATE gate SET not_before = ?1 + gap, lease_until = min(lease_until, ?1), owner = NULL, ticket = NULL
       WHERE owner IS NOT NULL AND ticket IN (SELECT value FROM json_each(?2))`,
      ...[now, JSON.stringify(left.map(({ id }) => id))],
    );
  });
}

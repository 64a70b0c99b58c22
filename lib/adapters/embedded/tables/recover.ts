import type { Connection } from './connection.ts';

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

import type { Connection } from './connection.ts';

/**
 * What a process that died left behind is taken up at once, instead of when its leases run out. Only right after
 * the lock of the data directory was taken: then no other worker can be alive, and no request of the dead one
 * is under way any more.
 * @param now epoch ms
 * @returns how many tickets and gates were left behind
 */
export function recoverAfterCrash(
  db: Connection,
  now: number,
): { readonly tickets: number; readonly gates: number } {
  return db.transaction(() => {
    // A process that is killed again and again soon after its start must not have one and the same page suspected each
    // time: pages that were suspected more often come later.
    db.run(
      `INSERT OR IGNORE INTO due (job, at, host, wake)
       SELECT job, ? + coalesce(suspect_tries, 0), host, 1 FROM control WHERE state = 'ticketed'`,
      now,
    );
    // Those that had their hosts' gates were at work; what merely waited for a turn did no harm.
    db.run(
      `UPDATE control SET attempts = attempts + 1
       WHERE state = 'ticketed' AND ticket IN (SELECT ticket FROM gate WHERE owner IS NOT NULL)`,
    );
    const tickets = db.run(
      `UPDATE control SET ticket_expires = min(ticket_expires, ?) WHERE state = 'ticketed'`,
      now,
    );
    // A request may have ended a moment ago: the gap counts from now. Gates without a host's ticket are those of
    // processes that hold no lock (doctor), which may be alive: they open by themselves.
    const gates = db.run(
      `UPDATE gate SET not_before = ?1 + gap, lease_until = min(lease_until, ?1), owner = NULL, ticket = NULL
       WHERE owner IS NOT NULL AND ticket IN (SELECT ticket FROM control WHERE state = 'ticketed')`,
      now,
    );
    return { tickets, gates };
  });
}

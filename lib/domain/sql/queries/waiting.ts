import type { NamedQuery } from '../named-query.ts';

export const waiting: NamedQuery = {
  name: 'waiting',
  title: 'Hosts with most URLs that wait',
  explanation: "Combine's `combineCtrl hosts`: what waits by host, and when the host has its next turn.",
  sql: `
    SELECT host, state, pending, inbox, held, fetches, due
    FROM hosts
    WHERE pending > 0
    ORDER BY pending DESC, host
    LIMIT 50
  `,
};

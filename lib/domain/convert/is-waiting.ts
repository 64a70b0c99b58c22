import type { HostBody } from '../frontier/body.ts';
import { conversionsOf } from './host-state.ts';

/** Whether documents of a host are being converted: what it says is not all known. */
export function isWaiting(body: Pick<HostBody, 'parts'>): boolean {
  return conversionsOf(body).size > 0;
}

/** The ids of the documents that a host waits for. */
export function waitingIds(body: Pick<HostBody, 'parts'>): readonly string[] {
  return [...conversionsOf(body).values()].map(({ id }) => id);
}

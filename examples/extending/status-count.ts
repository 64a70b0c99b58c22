import { type HostBody, type PartCodec, stateIn } from '../../lib/domain/frontier/body.ts';
import type { OpenPart } from '../../lib/pipeline/turn/capability-lists.ts';

/** Visits of a host by the status of their answers; 0: there was none. */
type StatusCount = Record<string, number>;

const statusCount: PartCodec<StatusCount> = {
  name: 'status-count',
  version: 1,
  empty: () => ({}),
  encode: (counts) => (Object.keys(counts).length === 0 ? undefined : { ...counts }),
  decode: (stored) => ({ ...(stored as StatusCount) }),
};

/** Counts the statuses that a host answers with, from its first turn on. */
export const openStatusCount: OpenPart = ({ body }) => ({
  name: 'status-count',
  visited({ report: { status } }) {
    const counts = stateIn(body.parts, statusCount);
    counts[status] = (counts[status] ?? 0) + 1;
    return undefined;
  },
});

export function statusesOf({ parts }: HostBody): Readonly<StatusCount> {
  return stateIn(parts, statusCount);
}

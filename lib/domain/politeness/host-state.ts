import type { PartCodec } from '../frontier/store/part-states.ts';

/** What the body of a host remembers of its failures; roll-forward copies it to the host's control. */
export interface HostFailures {
  /** Failures in a row that are the host's own. */
  backoffs: number;
}

export const politenessState: PartCodec<HostFailures> = {
  name: 'politeness',
  version: 1,
  empty: () => ({ backoffs: 0 }),
  encode: ({ backoffs }) => (backoffs === 0 ? undefined : { backoffs }),
  decode: (stored) => ({ ...(stored as unknown as HostFailures) }),
};

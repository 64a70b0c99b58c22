import type { PartCodec } from '../frontier/store/part-states.ts';

/** What a host's body keeps of how the host is: roll-forward takes it on to its control. */
export interface HostFailures {
  /** Failures of the host itself in a row. */
  backoffs: number;
}

export const politenessState: PartCodec<HostFailures> = {
  name: 'politeness',
  version: 1,
  empty: () => ({ backoffs: 0 }),
  encode: ({ backoffs }) => (backoffs === 0 ? undefined : { backoffs }),
  decode: (stored) => ({ ...(stored as unknown as HostFailures) }),
};

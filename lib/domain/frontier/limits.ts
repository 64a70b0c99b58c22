/** The limits at which a host's body spills and merges. Tests make all of them tiny. */
export interface BodyLimits {
  /** Stored bytes above which a seal spills, if there is enough to spill. */
  readonly headBytes: number;
  /** The most stored bytes of a sealed head: above this all that can leave it does, and then parts drop what can be learnt again. */
  readonly maxHeadBytes: number;
  /** The best pending URLs that stay in the head when it spills. */
  readonly keepPending: number;
  /** The best held URLs that stay in the head, as examples for people. */
  readonly keepHeld: number;
  /** Up to this many held URLs are checked again whenever one may go; more only when there is nothing better to do. */
  readonly freelyThawed: number;
  /** The soonest visits that stay in the head when it spills, of those that are due before all spilled ones. */
  readonly keepVisits: number;
  /** The least entries beyond those that stay for which a spill is worth a segment. */
  readonly minSpill: number;
  /** URLs per chunk of a run; one range read brings a chunk. */
  readonly chunkEntries: number;
  /** Visits per chunk. Visits are larger: a chunk must fit into the head beside the rest, or it is spilled again at once. */
  readonly visitChunkEntries: number;
  /** Unchecked URLs are resolved when there are this many … */
  readonly uncheckedMin: number;
  /** … and at least one for this many seen URLs. */
  readonly uncheckedShare: number;
  /** The most recently linked URLs that are remembered: the navigation of the site. */
  readonly ring: number;
  /** The most spilled pending URLs that may have a stale copy at one time, because their rank was raised. */
  readonly raises: number;
  /** Seen runs smaller than this are merged at every spill, which costs no request. */
  readonly smallSeenBytes: number;
  /** Other runs smaller than this are merged at every spill; their entries have to be decoded. */
  readonly smallRunBytes: number;
  /** The largest run that merging makes, which bounds what a turn merges of each kind. */
  readonly maxRunBytes: number;
  /** The most chunks that one `prepare` pulls. */
  readonly maxPulls: number;
  /** One take in this many is a due visit while URLs are pending too. */
  readonly dueEvery: number;
}

export const defaultLimits: BodyLimits = {
  headBytes: 5_500,
  maxHeadBytes: 131_072,
  keepPending: 48,
  keepHeld: 16,
  freelyThawed: 500,
  keepVisits: 24,
  minSpill: 64,
  chunkEntries: 96,
  visitChunkEntries: 32,
  uncheckedMin: 64,
  uncheckedShare: 64,
  ring: 96,
  raises: 32,
  smallSeenBytes: 65_536,
  smallRunBytes: 8_192,
  maxRunBytes: 16_777_216,
  maxPulls: 64,
  dueEvery: 4,
};

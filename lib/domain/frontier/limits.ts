/** Where a host's body stops growing and what it does then. Tests make all of them tiny. */
export interface BodyLimits {
  /** Stored bytes above which a seal spills, if it has something to spill. */
  readonly headBytes: number;
  /** Stored bytes that a sealed head never has more of: everything that can leave it does, then what was learnt of traps is forgotten. */
  readonly maxHeadBytes: number;
  /** Pending URLs, best first, that stay in the head when it spills. */
  readonly keepPending: number;
  /** Held URLs, best first, that stay there: examples for people. */
  readonly keepHeld: number;
  /** So many held URLs are looked through again whenever one may go; more only when there is nothing better to do. */
  readonly freelyThawed: number;
  /** Visits that stay in the head when it spills, soonest first, of those that are due before all spilled ones. */
  readonly keepVisits: number;
  /** Entries that must be there beyond those that stay, for a spill to be worth its segment. */
  readonly minSpill: number;
  /** Entries of one chunk of a run, which one range read brings back: URLs … */
  readonly chunkEntries: number;
  /** … and visits, which are larger: a chunk must fit into the head beside the rest, or it is spilled at once. */
  readonly visitChunkEntries: number;
  /** Unchecked URLs are resolved when there are so many … */
  readonly uncheckedMin: number;
  /** … and one for so many URLs seen. */
  readonly uncheckedShare: number;
  /** Fingerprints remembered as confirmed seen: the navigation links of the site. */
  readonly ring: number;
  /** Spilled pending URLs that may have a stale copy, because their rank was raised, at one time. */
  readonly raises: number;
  /** Seen runs below this many bytes are merged at every spill: it costs no request. */
  readonly smallSeenBytes: number;
  /** Other runs below this many bytes are, too: their entries have to be decoded. */
  readonly smallRunBytes: number;
  /** No run is made larger than this by merging, so no turn merges more of each kind. */
  readonly maxRunBytes: number;
  /** Chunks that one `prepare` pulls at most. */
  readonly maxPulls: number;
  /** One take in so many is a due visit while URLs are pending too. */
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

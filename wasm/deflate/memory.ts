/** Symbols of literals and lengths (RFC 1951, 3.2.5), and of distances. */
export const literals = 288;
/** A symbol of literals that no block has: counts that belong nowhere. */
export const noLiteral = 287;
export const distances = 32;
export const endOfBlock = 256;
/** What a sequence has for the end of its block: a length that no match has, and a symbol of a distance that has no bits. */
export const blockEnd: u32 = 31 << 24;

/** How often the block has each symbol: u32 each. */
export const literalCounts = memory.data(literals * 4);
export const distanceCounts = memory.data(distances * 4);
/** How often the block has a match of each length, from 3 on. */
export const matchCounts = memory.data(256 * 4);

/** Bits of the code of each symbol: u8 each. Those of the distances follow those of the literals wherever they are. */
export const literalLengths = memory.data(literals);
export const distanceLengths = memory.data(distances);
/** The codes, in the order in which bits are written: u32 each, the number of bits in the lowest byte. */
export const literalCodes = memory.data(literals * 4);
export const distanceCodes = memory.data(distances * 4);
/** A length's code with its extra bits, in the same form. */
export const matchCodes = memory.data(256 * 4);

export const hashBits = 14;
/** Where each hash was met last: u16 each, the lowest bits of the address. */
export const buckets = memory.data(2 << hashBits, 16);

/** What follows the tables. A multiple of 64 KB, so that an address that was never stored is the first of the input. */
export const room: usize = 0x20000;

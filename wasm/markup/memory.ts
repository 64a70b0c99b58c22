/** What elements mean, by name: `elementSlots` times a name of 16 bytes and what it means, u32. */
export const elementSlots: u32 = 512;
export const elements = memory.data(512 * 24, 8);
/** Attributes that are read, in the same form: their numbers, from 1. */
export const attributeSlots: u32 = 128;
export const attributes = memory.data(128 * 24, 8);
/** Character references that pages are full of, in the same form: their code points. */
export const referenceSlots: u32 = 256;
export const references = memory.data(256 * 24, 8);

/** Events that are not taken yet: i32 each. */
export const eventRoom: i32 = 0x8000;
export const events = memory.data(0x8000 * 4, 8);

/** The title as it is written: bytes of UTF-8. */
export const titleRoom: i32 = 40_000;
export const title = memory.data(40_064);

/** Reads and writes go on behind what they are for. */
export const margin: usize = 64;

/** What follows the tables: the page, its text, and a place for what was decoded elsewhere. */
export const room: usize = 0x40000;

/** Counts with their symbols: u32 each, the symbol in the lowest 9 bits. */
const nodes = memory.data(288 * 4);
const sorted = memory.data(288 * 4);
const digits = memory.data(256 * 4);
const perLength = memory.data(16 * 4);
const nextCodes = memory.data(16 * 4);
const symbolBits = 9;
const symbolMask = 0x1ff;

/**
 * The best code whose words have at most `longest` bits, as canonical code (RFC 1951, 3.2.2).
 * @param counts of the symbols: u32 each @param lengths where the bits of each are written @param codes where the codes are written
 */
export function buildCode(counts: usize, symbols: i32, longest: i32, lengths: usize, codes: usize): void {
  memory.fill(lengths, 0, <usize>symbols);
  const used = usedSymbols(counts, symbols);
  if (used < 2) {
    // A code of one word is none that all readers take.
    const only = used === 0 ? 0 : load<u32>(nodes) & symbolMask;
    store<u8>(lengths + <usize>only, 1);
    store<u8>(lengths + <usize>(only === 0 ? 1 : 0), 1);
  } else {
    sortNodes(used);
    buildTree(used);
    countLengths(used - 2, longest);
    let at = nodes;
    for (let length = longest; length > 0; length--) {
      for (let left = load<u32>(perLength + ((<usize>length) << 2)); left > 0; left--) {
        store<u8>(lengths + <usize>(load<u32>(at) & symbolMask), <u8>length);
        at += 4;
      }
    }
  }
  codesOf(symbols, lengths, codes);
}

function usedSymbols(counts: usize, symbols: i32): i32 {
  let used = 0;
  for (let symbol = 0; symbol < symbols; symbol++) {
    const count = load<u32>(counts + ((<usize>symbol) << 2));
    store<u32>(nodes + ((<usize>used) << 2), (count << symbolBits) | <u32>symbol);
    used += <i32>(count !== 0);
  }
  return used;
}

/** By count: a block has less than 64 K symbols, so counts have 16 bits. */
function sortNodes(used: i32): void {
  sortBy(nodes, sorted, used, symbolBits);
  sortBy(sorted, nodes, used, symbolBits + 8);
}

function sortBy(from: usize, to: usize, used: i32, shift: u32): void {
  memory.fill(digits, 0, 1024);
  const end = from + ((<usize>used) << 2);
  for (let at = from; at < end; at += 4) {
    const digit = digits + ((<usize>((load<u32>(at) >>> shift) & 0xff)) << 2);
    store<u32>(digit, load<u32>(digit) + 4);
  }
  let sum: u32 = 0;
  for (let digit = digits; digit < digits + 1024; digit += 4) {
    const count = load<u32>(digit);
    store<u32>(digit, sum);
    sum += count;
  }
  for (let at = from; at < end; at += 4) {
    const node = load<u32>(at);
    const digit = digits + ((<usize>((node >>> shift) & 0xff)) << 2);
    const place = load<u32>(digit);
    store<u32>(to + <usize>place, node);
    store<u32>(digit, place + 4);
  }
}

function nodeAt(index: i32): u32 {
  return load<u32>(nodes + ((<usize>index) << 2));
}

function countAt(index: i32): u32 {
  return nodeAt(index) >>> symbolBits;
}

function setNode(index: i32, value: u32): void {
  const at = nodes + ((<usize>index) << 2);
  store<u32>(at, (value << symbolBits) | (load<u32>(at) & symbolMask));
}

/** Huffman's tree in place (Moffat and Katajainen): in the end an inner node has the index of its parent. */
function buildTree(used: i32): void {
  let leaf = 0;
  let inner = 0;
  for (let end = 0; end < used - 1; end++) {
    let sum: u32 = 0;
    for (let child = 0; child < 2; child++) {
      if (leaf < used && (inner === end || countAt(leaf) <= countAt(inner))) {
        sum += countAt(leaf++);
      } else {
        sum += countAt(inner);
        setNode(inner++, <u32>end);
      }
    }
    setNode(end, sum);
  }
}

/** How many words have each length; words that would be too long are made of shorter ones. */
function countLengths(root: i32, longest: i32): void {
  memory.fill(perLength, 0, 64);
  store<u32>(perLength, 2, 4);
  setNode(root, 0);
  for (let node = root - 1; node >= 0; node--) {
    let depth = <i32>countAt(<i32>countAt(node)) + 1;
    setNode(node, <u32>depth);
    if (depth >= longest) {
      depth = longest;
      do depth--;
      while (load<u32>(perLength + ((<usize>depth) << 2)) === 0);
    }
    const at = perLength + ((<usize>depth) << 2);
    store<u32>(at, load<u32>(at) - 1);
    store<u32>(at, load<u32>(at, 4) + 2, 4);
  }
}

/** The code words that lengths give. */
export function codesOf(symbols: i32, lengths: usize, codes: usize): void {
  memory.fill(perLength, 0, 64);
  for (let symbol = 0; symbol < symbols; symbol++) {
    const at = perLength + ((<usize>load<u8>(lengths + <usize>symbol)) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  let code: u32 = 0;
  store<u32>(perLength, 0);
  store<u32>(nextCodes, 0);
  for (let length = 1; length < 16; length++) {
    code = (code + load<u32>(perLength + ((<usize>(length - 1)) << 2))) << 1;
    store<u32>(nextCodes + ((<usize>length) << 2), code);
  }
  for (let symbol = 0; symbol < symbols; symbol++) {
    const length = <u32>load<u8>(lengths + <usize>symbol);
    const next = nextCodes + ((<usize>length) << 2);
    const word = load<u32>(next);
    store<u32>(next, word + 1);
    store<u32>(codes + ((<usize>symbol) << 2), length === 0 ? 0 : (reversed(word, length) << 8) | length);
  }
}

/** The lowest `length` bits in reverse: codes are written from their highest bit on. */
export function reversed(word: u32, length: u32): u32 {
  let bits = word;
  bits = ((bits & 0x5555) << 1) | ((bits >>> 1) & 0x5555);
  bits = ((bits & 0x3333) << 2) | ((bits >>> 2) & 0x3333);
  bits = ((bits & 0x0f0f) << 4) | ((bits >>> 4) & 0x0f0f);
  bits = ((bits & 0x00ff) << 8) | (bits >>> 8);
  return bits >>> (16 - length);
}

/** Symbols of the distances up to 256; then of every 128th. */
const distanceSymbols = memory.data(512);
for (let less: u32 = 0; less < 256; less++) {
  store<u8>(distanceSymbols + <usize>less, <u8>symbolOf(less));
  store<u8>(distanceSymbols + <usize>less, <u8>symbolOf(less << 7), 256);
}

/** The position of the highest bit and the bit below (RFC 1951, 3.2.5). */
function symbolOf(less: u32): u32 {
  if (less < 2) return less;
  const high = 31 - clz<u32>(less);
  return (high << 1) | ((less >>> (high - 1)) & 1);
}

/** Symbol of a distance - 1. */
export function distanceSymbol(less: u32): u32 {
  return load<u8>(distanceSymbols + <usize>select<u32>(less, 256 + (less >>> 7), less < 256));
}

/** The least distance - 1 of a symbol. */
export function leastDistance(symbol: u32): u32 {
  return symbol < 2 ? symbol : (2 | (symbol & 1)) << distanceExtra(symbol);
}

/** Extra bits of a distance symbol. */
export function distanceExtra(symbol: u32): u32 {
  return select<u32>(0, (symbol >>> 1) - 1, symbol < 2);
}

/** Symbol of a length - 3. */
export function lengthSymbol(less: u32): u32 {
  if (less < 8) return 257 + less;
  if (less === 255) return 285;
  const high = 31 - clz<u32>(less);
  return 257 + ((high - 1) << 2) + ((less >>> (high - 2)) & 3);
}

/** Extra bits of the symbol of a length - 3. */
export function lengthExtra(less: u32): u32 {
  if (less < 8 || less === 255) return 0;
  return 29 - clz<u32>(less);
}

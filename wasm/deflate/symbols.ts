/** Symbol of a distance: the position of its highest bit and the bit below (RFC 1951, 3.2.5). */
export function distanceSymbol(distance: u32): u32 {
  const less = distance - 1;
  const high = 31 - clz<u32>(less | 1);
  return select<u32>(less, (high << 1) | ((less >>> (high - 1)) & 1), less < 2);
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

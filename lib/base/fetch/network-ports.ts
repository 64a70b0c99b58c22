/**
 * The bad ports of the Fetch Standard (§2.9, as of 2026-11): services other than HTTP listen there, and a link could
 * make the crawler send them a harmful request.
 */
export const badPorts: ReadonlySet<number> = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95],
  ...[101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179],
  ...[389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587],
  ...[601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061],
  ...[6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
]);

/**
 * Reads an entry of `network.ports`, `8080` or `8000-8999`: its first and last port. Returns undefined for other text.
 */
export function readPorts(entry: string): readonly [number, number] | undefined {
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(entry);
  if (match === null) return undefined;
  const first = Number(match[1]);
  const last = Number(match[2] ?? match[1]);
  return first >= 1 && first <= last && last <= 65_535 ? [first, last] : undefined;
}

/** Returns a test whether `entries` allow a port. A bad port needs an entry of its own; a range does not include it. */
export function portRule(entries: readonly string[]): (port: number) => boolean {
  const ranges = entries.flatMap((entry) => {
    const range = readPorts(entry);
    return range === undefined ? [] : [range];
  });
  return (port) =>
    ranges.some(([first, last]) => first <= port && port <= last && (first === last || !badPorts.has(port)));
}

/** A database of countries in MaxMind's format (https://maxmind.github.io/MaxMind-DB/), IPv4 by prefixes of whole bytes. */
export function countryDatabase(countries: Readonly<Record<string, string>>): Buffer {
  const prefixes = Object.entries(countries).map(([prefix, code]) => ({ bits: bitsOf(prefix), code }));
  const nodes: (number | undefined)[][] = [[undefined, undefined]];
  const ends: { node: number; bit: number; code: string }[] = [];
  for (const { bits, code } of prefixes) {
    let node = 0;
    for (const [at, bit] of bits.entries()) {
      const slots = nodes[node] as (number | undefined)[];
      if (at === bits.length - 1) {
        ends.push({ node, bit, code });
        break;
      }
      const next = slots[bit] ?? nodes.push([undefined, undefined]) - 1;
      slots[bit] = next;
      node = next;
    }
  }
  const data: Buffer[] = [];
  let size = 0;
  for (const { node, bit, code } of ends) {
    (nodes[node] as (number | undefined)[])[bit] = nodes.length + 16 + size;
    const entry = map({ country: map({ iso_code: text(code) }) });
    data.push(entry);
    size += entry.length;
  }
  const tree = Buffer.alloc(nodes.length * 6);
  nodes.forEach((slots, i) => {
    for (const side of [0, 1]) tree.writeUIntBE(slots[side] ?? nodes.length, i * 6 + side * 3, 3);
  });
  const metadata = map({
    node_count: whole(nodes.length, 6, 4),
    record_size: whole(24, 5, 2),
    ip_version: whole(4, 5, 2),
    database_type: text('Test-Country'),
    languages: Buffer.from([0, 4]),
    binary_format_major_version: whole(2, 5, 2),
    binary_format_minor_version: whole(0, 5, 2),
    build_epoch: Buffer.concat([Buffer.from([8, 2]), whole(1_764_000_000, 6, 8).subarray(1)]),
    description: map({ en: text('for tests') }),
  });
  const mark = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  return Buffer.concat([tree, Buffer.alloc(16), ...data, mark, metadata]);
}

function bitsOf(prefix: string): number[] {
  return prefix.split('.').flatMap((byte) => [...Number(byte).toString(2).padStart(8, '0')].map(Number));
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x40 + value.length]), Buffer.from(value)]);
}

/** @param type of the format: 5 for 16 bits, 6 for 32 */
function whole(value: number, type: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, Math.max(0, length - 6), Math.min(6, length));
  return Buffer.concat([Buffer.from([(type << 5) | length]), bytes]);
}

function map(entries: Readonly<Record<string, Buffer>>): Buffer {
  const all = Object.entries(entries);
  return Buffer.concat([
    Buffer.from([0xe0 + all.length]),
    ...all.flatMap(([key, value]) => [text(key), value]),
  ]);
}

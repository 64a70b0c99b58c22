/** What each dictionary begins with (MS-OXRTFCP §2.1.2.1). */
const beginning =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbol' +
  'ArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';

const headBytes = 16;
const compressed = 0x75465a4c;
const plain = 0x414c454d;
/** Two bytes are seventeen at the most. */
const mostGrowth = 9;
/** The dictionary is a ring. */
const ringBytes = 4_096;

/** The body of a message in rich text, unpacked. Undefined: it is none. */
export function readCompressedRtf(bytes: Buffer): Buffer | undefined {
  if (bytes.length < headBytes) return undefined;
  const kind = bytes.readUInt32LE(8);
  if (kind === plain) return bytes.subarray(headBytes);
  return kind === compressed ? unpacked(bytes) : undefined;
}

function unpacked(bytes: Buffer): Buffer {
  const ring = Buffer.alloc(ringBytes);
  let place = ring.write(beginning, 'latin1');
  // What it says of itself, as far as what is there can become so much.
  const written = Buffer.alloc(Math.min(bytes.readUInt32LE(4), mostGrowth * bytes.length));
  let length = 0;
  const put = (byte: number): void => {
    if (length < written.length) written[length++] = byte;
    ring[place] = byte;
    place = (place + 1) % ringBytes;
  };
  for (let at = headBytes; at < bytes.length && length < written.length; ) {
    const flags = bytes[at++] as number;
    for (let bit = 0; bit < 8 && at < bytes.length; bit++) {
      if (((flags >> bit) & 1) === 0) {
        put(bytes[at++] as number);
        continue;
      }
      if (at + 2 > bytes.length) return written.subarray(0, length);
      const reference = bytes.readUInt16BE(at);
      at += 2;
      const from = reference >> 4;
      if (from === place) return written.subarray(0, length);
      for (let step = 0; step < (reference & 0xf) + 2; step++) put(ring[(from + step) % ringBytes] as number);
    }
  }
  return written.subarray(0, length);
}

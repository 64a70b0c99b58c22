/** Where the head has the places of the references to comments, of their texts, and of their authors (MS-DOC §2.5.6). */
const places = { references: 0xba, texts: 0xc2, authors: 0x1ba };

/** Bytes of a reference (§2.9.4), and where the number of the author stands in it. */
const referenceBytes = 30;
const authorAt = 20;

/** Authors of comments by where their texts begin, from the start of all comments. */
export function commentAuthors(main: Buffer, table: Buffer): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  if (main.length < places.authors + 8) return found;
  const part = (place: number): Buffer => {
    const at = main.readUInt32LE(place);
    return table.subarray(at, at + main.readUInt32LE(place + 4));
  };
  const [references, texts, authors] = [
    part(places.references),
    part(places.texts),
    readAuthors(part(places.authors)),
  ];
  const count = Math.floor((references.length - 4) / (4 + referenceBytes));
  for (let index = 0; index < count && (index + 1) * 4 <= texts.length; index++) {
    const reference = (count + 1) * 4 + index * referenceBytes;
    const author = authors[references.readUInt16LE(reference + authorAt)];
    if (author !== undefined && author !== '') found.set(texts.readUInt32LE(index * 4), author);
  }
  return found;
}

/** Names one after the other, each behind its length. */
function readAuthors(bytes: Buffer): readonly string[] {
  const authors: string[] = [];
  for (let at = 0; at + 2 <= bytes.length; ) {
    const end = at + 2 + bytes.readUInt16LE(at) * 2;
    authors.push(bytes.toString('utf16le', at + 2, end));
    at = end;
  }
  return authors;
}

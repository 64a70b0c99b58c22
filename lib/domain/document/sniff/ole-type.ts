import { openCompoundFile } from './compound-file.ts';

/** What neither says more nor is a document. */
export const oleStorage = 'application/x-ole-storage';

/** Streams of the root that tell a format, in the order in which they decide. */
const telling: readonly (readonly [string, string])[] = [
  ['__properties_version1.0', 'application/vnd.ms-outlook'],
  ['WordDocument', 'application/msword'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
  ['VisioDocument', 'application/vnd.visio'],
];

/** The type of the document that an OLE compound file is; `oleStorage` if nothing tells, as for an encrypted package. */
export function oleType(body: Uint8Array): string {
  const file = openCompoundFile(body);
  if (file === undefined) return oleStorage;
  const names = new Set(
    [...file.entries.values()].filter(({ parent }) => parent === 0).map(({ name }) => name),
  );
  return telling.find(([name]) => names.has(name))?.[1] ?? oleStorage;
}

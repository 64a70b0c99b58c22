import type { KeptMemory } from '../../base/bytes/kept-memory.ts';
import { WinnowError } from '../../base/error.ts';
import type { DumpFolder } from '../../ports/operate/job-backup.ts';
import { type DumpPart, digestOf, type Manifest, readManifest } from './manifest.ts';

/** A part that is not as it was written, and what it had. */
export interface DamagedPart {
  readonly part: DumpPart;
  readonly fault: string;
}

/** The manifest of a dump that is whole. @throws WinnowError `not-found`, `usage`, `corrupt` */
export async function wholeManifest(folder: DumpFolder): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (manifest === undefined) throw new WinnowError('not-found', `${folder.path} has no dump`);
  if (manifest.endedAt === undefined)
    throw new WinnowError(
      'usage',
      `the dump in ${folder.path} was cut off: end it with the same \`winnow dump\``,
    );
  return manifest;
}

/** A part, or what is wrong with it. @param memory that it is read into: it stands there until the next part is read */
export async function readPart(
  folder: DumpFolder,
  part: DumpPart,
  memory: KeptMemory,
): Promise<Uint8Array | DamagedPart> {
  const bytes = await folder.read(part.name, (size) => memory.of(size));
  if (bytes === undefined) return { part, fault: 'is missing' };
  if (bytes.length !== part.bytes) return { part, fault: `has ${bytes.length} bytes of ${part.bytes}` };
  return digestOf(bytes) === part.digest ? bytes : { part, fault: 'has another digest' };
}

/** Reads every part once. Nothing is written before that. */
export async function damagedParts(
  folder: DumpFolder,
  parts: readonly DumpPart[],
  memory: KeptMemory,
): Promise<readonly DamagedPart[]> {
  const damaged: DamagedPart[] = [];
  for (const part of parts) {
    const read = await readPart(folder, part, memory);
    if ('fault' in read) damaged.push(read);
  }
  return damaged;
}

export function damageText({ part, fault }: DamagedPart): string {
  const had = Object.entries(part.entries).map(([kind, count]) => `${count} ${kind}`);
  return `${part.name} ${fault}: it had ${had.join(', ')} of ${part.jobs.join(', ') || 'the installation'}`;
}

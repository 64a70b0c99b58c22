import { WinnowError } from '../../base/error.ts';
import {
  decodeGraphChunk,
  encodeGraphChunk,
  type GatheringSizes,
  type GraphChunk,
  openPageGathering,
} from '../../graph/gathering.ts';
import type { GraphStore } from '../../ports/graphs.ts';
import { type GraphPart, sizesOf } from './graph-state.ts';

/** @throws WinnowError `corrupt` for a part that is missing or damaged, `newer` */
export async function readPart(graphs: GraphStore, job: string, name: string): Promise<GraphChunk> {
  const bytes = await graphs.read(job, name);
  if (bytes === undefined) throw new WinnowError('corrupt', `${name} of the link graph of ${job} is missing`);
  return decodeGraphChunk(bytes);
}

export function isDamaged(error: unknown): boolean {
  return error instanceof WinnowError && error.code === 'corrupt';
}

interface Joining {
  /** Whether a part may be so large. */
  fits(sizes: GatheringSizes): boolean;
  nameOf(place: number): string;
}

/**
 * Puts parts that follow each other together as far as the result fits. Writes new parts and deletes none.
 * @returns all parts, in order
 * @throws WinnowError `corrupt`
 */
export async function joinParts(
  graphs: GraphStore,
  job: string,
  parts: readonly GraphPart[],
  { fits, nameOf }: Joining,
): Promise<readonly GraphPart[]> {
  const joined: GraphPart[] = [];
  for (let at = 0; at < parts.length; ) {
    let end = at + 1;
    while (end < parts.length && fits(sizesOf(parts.slice(at, end + 1)))) end += 1;
    const some = parts.slice(at, end);
    joined.push(some.length === 1 ? (some[0] as GraphPart) : await asOne(nameOf(joined.length), some));
    at = end;
  }
  return joined;

  async function asOne(name: string, some: readonly GraphPart[]): Promise<GraphPart> {
    const gathering = openPageGathering();
    for (const part of some) gathering.addChunk(await readPart(graphs, job, part.name));
    await graphs.put(job, name, encodeGraphChunk(gathering.chunk()));
    return { name, ...gathering.sizes() };
  }
}

import { type HostBody, type PartCodec, stateIn } from '../../domain/frontier/body.ts';

/** Deletions that were undone here last. */
type Undone = string[];
const mostUndone = 20;

const undoneHere: PartCodec<Undone> = {
  name: 'deleted',
  version: 1,
  empty: () => [],
  encode: (ids) => (ids.length === 0 ? undefined : ids),
  decode: (stored) => [...(stored as Undone)],
};

/** Whether a deletion was undone: an order of it that comes once more, late, does nothing. */
export function wasUndone({ parts }: Pick<HostBody, 'parts'>, id: string): boolean {
  return stateIn(parts, undoneHere).includes(id);
}

export function noteUndone({ parts }: Pick<HostBody, 'parts'>, id: string): void {
  const undone = stateIn(parts, undoneHere);
  if (!undone.includes(id)) undone.push(id);
  undone.splice(0, undone.length - mostUndone);
}

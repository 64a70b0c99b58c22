import { aloneName, batchName, type TurnPlace } from '../../../lib/domain/collection/changes-name.ts';

/** The name of a changes object of one turn alone, the same for the same turn. */
export function ownObject({ host, turn }: TurnPlace): string {
  return aloneName(batchName(turn, 'abcdefghijkl'), { host, turn });
}

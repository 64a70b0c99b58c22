/** What is moved into a class: examples of another one by their names, or pages by their URLs. */
export interface Dragged {
  readonly kind: 'example' | 'page';
  readonly names: readonly string[];
  /** What people see of it. */
  readonly says: string;
}

/** The type of what is dragged: nothing of other pages and programs has it. */
export const dragType = 'application/x-winnow-class';

/** So many are moved at once. */
const mostNames = 1_000;

export function packDragged(dragged: Dragged): string {
  return JSON.stringify(dragged);
}

/** What was dropped; undefined for what is none of ours. */
export function readDragged(text: string): Dragged | undefined {
  try {
    const { kind, names, says } = JSON.parse(text) as Partial<Dragged>;
    const isList =
      Array.isArray(names) && names.length <= mostNames && names.every((one) => typeof one === 'string');
    if ((kind !== 'example' && kind !== 'page') || !isList || names.length === 0) return undefined;
    return { kind, names, says: String(says ?? '') };
  } catch {
    return undefined;
  }
}

/** A change of the taxonomy that somebody wants: the operation, its fields, and what the control is called. */
export interface ClassChange {
  readonly verb: 'classes-move' | 'classes-add' | 'classes-mark';
  readonly body: object;
  readonly label: string;
}

/** What moving something into a class orders. */
export function changeFor({ kind, names, says }: Dragged, to: string): ClassChange {
  const label = `Move ${says.slice(0, 100)} to ${to.slice(0, 100)}`;
  return kind === 'example'
    ? { verb: 'classes-move', body: { examples: names, to }, label }
    : { verb: 'classes-add', body: { pages: names, to }, label };
}

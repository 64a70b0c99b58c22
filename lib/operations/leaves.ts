import * as z from 'zod/mini';
import { type FieldWords, wordsOf } from '../pipeline/operation/input.ts';
import type { InputFields } from '../pipeline/operation/operation.ts';

/** A value that somebody can give by itself: a field, or one of an object that is a field. */
export interface Leaf {
  /** Names from the outermost to its own. */
  readonly path: readonly string[];
  readonly kind: 'flag' | 'number' | 'text' | 'choice' | 'list';
  readonly words: FieldWords;
  readonly schema: z.core.$ZodType;
  /** The values that it can have; absent: others. */
  readonly choices?: readonly string[];
  readonly default: unknown;
  readonly isRequired: boolean;
  /** What a value must be, in words; undefined: it is that. */
  wrong(value: unknown): string | undefined;
}

/** The values that an operation takes, as command lines and forms ask for them. */
export function leavesOf(fields: InputFields, path: readonly string[] = []): readonly Leaf[] {
  return Object.entries(fields).flatMap(([name, schema]) => {
    const here = [...path, name];
    const inner = unwrapped(schema);
    if (wordsOf(schema).isHidden) return [];
    return inner._zod.def.type === 'object'
      ? leavesOf((inner as z.ZodMiniObject)._zod.def.shape, here)
      : leafOf(schema, inner, here);
  });
}

function leafOf(schema: z.core.$ZodType, inner: z.core.$ZodType, path: readonly string[]): Leaf {
  const { type } = inner._zod.def;
  const choices = type === 'enum' ? Object.keys((inner as z.ZodMiniEnum)._zod.def.entries) : undefined;
  return {
    ...{ path, schema, words: wordsOf(schema), kind: kinds[type] ?? 'text' },
    ...(choices === undefined ? {} : { choices }),
    default:
      schema._zod.def.type === 'default' ? (schema as z.ZodMiniDefault)._zod.def.defaultValue : undefined,
    isRequired: schema === inner,
    wrong(value) {
      const parsed = z.safeParse(inner, value);
      return parsed.success ? undefined : parsed.error.issues[0]?.message;
    },
  };
}

const kinds: Readonly<Partial<Record<z.core.$ZodTypeDef['type'], Leaf['kind']>>> = {
  boolean: 'flag',
  number: 'number',
  int: 'number',
  enum: 'choice',
  array: 'list',
};

/** A schema without what says that it may be absent. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const { type } = schema._zod.def;
  return type === 'default' || type === 'optional'
    ? unwrapped((schema as z.ZodMiniOptional)._zod.def.innerType)
    : schema;
}

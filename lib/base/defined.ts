/** An object without its undefined fields: fields that may be undefined become optional. */
export type Defined<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * The fields that are defined, for object literals whose optional fields must be absent, not undefined: the literal itself if all
 * are. Once a page is well, not for each link of it.
 */
export function defined<T extends object>(fields: T): Defined<T> {
  for (const name in fields) if (fields[name] === undefined) return withoutUndefined(fields);
  return fields as Defined<T>;
}

function withoutUndefined<T extends object>(fields: T): Defined<T> {
  const kept = {} as T;
  for (const name in fields) if (fields[name] !== undefined) kept[name] = fields[name];
  return kept as unknown as Defined<T>;
}

/** The fields that are defined, under a name; nothing if none is. */
export function definedAs<N extends string, T extends object>(
  name: N,
  fields: T,
): { readonly [K in N]?: Defined<T> } {
  const kept = defined(fields);
  return (Object.keys(kept).length === 0 ? {} : { [name]: kept }) as { readonly [K in N]?: Defined<T> };
}

/** The lists and tables that hold something. */
export function filled<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => Object.keys(value).length > 0),
  ) as Partial<T>;
}

/** The fields of an object that are plain numbers. */
export type NumbersOf<T> = { readonly [K in keyof T as T[K] extends number ? K : never]: T[K] };

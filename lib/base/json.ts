/** What JSON can say. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A value that a user's `extract:` rule, or a plug-in, found in a page. */
export type FieldValue = string | number | boolean | null | readonly (string | number | boolean)[];

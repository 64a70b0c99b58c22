import { parseAst } from 'vitest/node';

export interface Expression {
  readonly source: string;
  readonly flags: string;
}

/** The regular expressions that stand in a TypeScript text. */
export function expressionsIn(code: string): readonly Expression[] {
  const found: Expression[] = [];
  const waiting: unknown[] = [parseAst(code, { lang: 'ts' })];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const { regex } = node as { readonly regex?: { readonly pattern: string; readonly flags: string } };
    if (regex !== undefined) found.push({ source: regex.pattern, flags: regex.flags });
    waiting.push(...Object.values(node));
  }
  return found;
}

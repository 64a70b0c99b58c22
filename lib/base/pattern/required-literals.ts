import { smallest } from '../long-lists.ts';
import { members } from './char-set.ts';
import { tells } from './common-text.ts';
import type { Syntax } from './syntax.ts';

/** Alternatives that are followed up. */
const maxAlternatives = 64;
const maxLength = 32;
/** Members of a class that are followed up one by one. */
const maxMembers = 8;

interface Literals {
  /** All that it matches, when that is little. */
  readonly exact: readonly string[] | undefined;
  /** The best texts found so far of which every match contains one. */
  readonly required: readonly string[] | undefined;
}

/** Lower-case texts of which every text that matches contains at least one, in any case; undefined: none are known. */
export function requiredLiterals(syntax: Syntax): readonly string[] | undefined {
  const { exact, required } = literalsOf(syntax);
  return better(required, exact);
}

function literalsOf(syntax: Syntax): Literals {
  switch (syntax.kind) {
    case 'chars': {
      const found = members(syntax.set, 2 * maxMembers)?.map((char) => char.toLowerCase());
      const folded = [...new Set(found)];
      return {
        exact: found === undefined || folded.length > maxMembers ? undefined : folded,
        required: undefined,
      };
    }
    case 'assert':
      return { exact: [''], required: undefined };
    case 'concat':
      return inARow(syntax.parts);
    case 'either':
      return oneOf(syntax.parts.map(literalsOf));
    case 'repeat': {
      const { part, min, max } = syntax;
      if (min === 0) {
        const { exact } = max === 1 ? literalsOf(part) : { exact: undefined };
        return { exact: exact && limited(['', ...exact]), required: undefined };
      }
      const copies = inARow(new Array<Syntax>(Math.min(min, maxLength)).fill(part));
      if (max === min && min <= maxLength) return copies;
      return { exact: undefined, required: better(copies.required, copies.exact) };
    }
  }
}

function inARow(parts: readonly Syntax[]): Literals {
  let exact: readonly string[] = [''];
  let required: readonly string[] | undefined;
  let whole = true;
  for (const part of parts) {
    const literals = literalsOf(part);
    const longer =
      literals.exact && limited(exact.flatMap((head) => literals.exact?.map((tail) => head + tail) ?? []));
    if (longer !== undefined) {
      exact = longer;
      continue;
    }
    whole = false;
    required = better(better(required, exact), literals.required);
    exact = literals.exact ?? [''];
  }
  return whole ? { exact, required } : { exact: undefined, required: better(required, exact) };
}

function oneOf(branches: readonly Literals[]): Literals {
  const exacts = branches.map(({ exact }) => exact);
  const all = exacts.every((exact) => exact !== undefined) ? limited(exacts.flat() as string[]) : undefined;
  const each = branches.map(({ exact, required }) => better(required, exact));
  const required = each.every((one) => one !== undefined) ? (each.flat() as string[]) : undefined;
  return { exact: all, required: required && required.length <= maxAlternatives ? required : undefined };
}

function limited(texts: readonly string[]): readonly string[] | undefined {
  const distinct = [...new Set(texts)];
  const fits = distinct.length <= maxAlternatives && distinct.every((text) => text.length <= maxLength);
  return fits ? distinct : undefined;
}

/** The one whose worst text tells more; of two alike the one with fewer. One with an empty text says nothing. */
function better(
  a: readonly string[] | undefined,
  b: readonly string[] | undefined,
): readonly string[] | undefined {
  const [first, second] = [worst(a), worst(b)];
  if (first === 0 && second === 0) return undefined;
  if (first !== second) return first > second ? a : b;
  return (a as readonly string[]).length <= (b as readonly string[]).length ? a : b;
}

function worst(texts: readonly string[] | undefined): number {
  return texts === undefined || texts.length === 0 ? 0 : smallest(texts.map(tells));
}

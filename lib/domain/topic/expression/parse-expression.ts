/** A regular expression of a topic term, taken apart; single characters are left to V8. */
export type Expression =
  /** One character, by what V8 says of this piece: `a`, `[a-z]`, `\p{L}`, `.`. */
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'assert'; readonly what: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly Expression[] }
  /** The earlier ones first. */
  | { readonly kind: 'choice'; readonly parts: readonly Expression[] }
  | {
      readonly kind: 'repeat';
      readonly part: Expression;
      readonly min: number;
      readonly max: number;
      /** As often as possible first. */
      readonly greedy: boolean;
    };

export type Assertion = '^' | '$' | '\\b' | '\\B';

export type ParsedExpression =
  | { readonly ok: true; readonly expression: Expression }
  /** Why it cannot be used, as the end of a sentence. */
  | { readonly ok: false; readonly problem: string };

/** Its size is what a character of a text can cost at worst. */
const mostSteps = 2_000;
const deepest = 200;
const character =
  /\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[^bBk1-9])|[^\\()|?*+{}[\]]/suy;
const quantifier = /(?:([*+?])|\{(\d+)(,(\d*))?\})(\??)/y;

class Refusal extends Error {}

/**
 * Reads a regular expression of a topic definition, so that it can be matched in linear time: all that V8 takes with
 * the flag `u` but look-around and back-references. Never throws.
 */
export function parseExpression(source: string): ParsedExpression {
  try {
    new RegExp(source, 'u');
  } catch {
    return { ok: false, problem: 'is no regular expression' };
  }
  const reader = { source, at: 0 };
  try {
    const expression = choice(reader, 0);
    if (stepsOf(expression) > mostSteps)
      return { ok: false, problem: `comes to more than ${mostSteps} steps with its repeats written out` };
    return { ok: true, expression };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ok: false, problem: error.message };
  }
}

interface Reader {
  readonly source: string;
  at: number;
}

function take(reader: Reader, form: RegExp): RegExpExecArray | undefined {
  form.lastIndex = reader.at;
  const found = form.exec(reader.source);
  if (found === null) return undefined;
  reader.at += found[0].length;
  return found;
}

function choice(reader: Reader, depth: number): Expression {
  if (depth > deepest) throw new Refusal(`has more than ${deepest} groups in each other`);
  const branches: Expression[] = [];
  do {
    const parts: Expression[] = [];
    while (reader.at < reader.source.length && !/[|)]/.test(reader.source.charAt(reader.at)))
      parts.push(repeated(reader, atom(reader, depth)));
    branches.push(parts.length === 1 ? (parts[0] as Expression) : { kind: 'sequence', parts });
  } while (take(reader, /\|/y));
  return branches.length === 1 ? (branches[0] as Expression) : { kind: 'choice', parts: branches };
}

function atom(reader: Reader, depth: number): Expression {
  const assertion = take(reader, /\^|\$|\\[bB]/y);
  if (assertion) return { kind: 'assert', what: assertion[0] as Assertion };
  if (take(reader, /\(/y)) {
    if (take(reader, /\?<?[=!]/y))
      throw new Refusal('looks around; what must stand beside it can be another term with @and');
    if (!take(reader, /\?:|\?<[^>]*>|(?!\?)/y)) throw new Refusal('has a group that begins with (?');
    const inside = choice(reader, depth + 1);
    take(reader, /\)/y);
    return inside;
  }
  const one = take(reader, character);
  if (!one) throw new Refusal('refers back to one of its groups');
  return { kind: 'character', source: one[0] };
}

function repeated(reader: Reader, part: Expression): Expression {
  const found = take(reader, quantifier);
  if (!found) return part;
  const [, sign, low, comma, high, lazy] = found;
  const min = sign === undefined ? Number(low) : sign === '+' ? 1 : 0;
  const open = sign === undefined ? comma !== undefined && high === '' : sign !== '?';
  const max = open ? Number.POSITIVE_INFINITY : sign === '?' ? 1 : Number(high ?? low);
  return { kind: 'repeat', part, min, max, greedy: lazy === '' };
}

/** Steps that it comes to with its repeats written out. */
function stepsOf(expression: Expression): number {
  switch (expression.kind) {
    case 'sequence':
    case 'choice':
      return expression.parts.reduce((sum, part) => sum + 1 + stepsOf(part), 0);
    case 'repeat': {
      const { part, min, max } = expression;
      return (stepsOf(part) + 1) * Math.max(1, max === Number.POSITIVE_INFINITY ? min + 1 : max);
    }
    default:
      return 1;
  }
}

/**
 * In how many ways it can go on from one place of a text: a backtracking matcher tries all of them at worst.
 * @returns infinite where a repeat has no end
 */
export function waysOf(expression: Expression): number {
  switch (expression.kind) {
    case 'sequence':
      return expression.parts.reduce((ways, part) => ways * waysOf(part), 1);
    case 'choice':
      return expression.parts.reduce((ways, part) => ways + waysOf(part), 0);
    case 'repeat': {
      const { part, min, max } = expression;
      if (max === Number.POSITIVE_INFINITY) return max;
      const each = waysOf(part);
      let ways = 0;
      for (let times = min; times <= max; times += 1) ways += each ** times;
      return ways;
    }
    default:
      return 1;
  }
}

import type { Part } from './expression-tree.ts';

/** A place in an expression at which a character is read. */
export interface Place {
  readonly number: number;
  /** The characters of the alphabet that can be read here. */
  readonly has: ReadonlySet<string>;
  readonly next: State;
}

/** What an expression can do with a text. */
export interface Reading {
  /** One character of each kind that the expression tells apart. */
  readonly alphabet: readonly string[];
  readonly places: readonly Place[];
  /** What may come after a character that was read at a place. */
  readonly follow: (place: Place, char: string) => Follow;
}

export interface Follow {
  readonly places: readonly Place[];
  /** Whether the expression matches now, whatever follows, or if the text ends. */
  readonly found: 'certain' | 'at-end' | undefined;
}

type State = Place | readonly Step[] | 'found' | 'dead';
interface Step {
  readonly to: () => State;
  /** Taken only after one of these characters; absent: after all. */
  readonly after?: ReadonlySet<string>;
  /** Taken only at the end of the text, or under a condition that is not looked at. */
  readonly only?: 'at-end' | 'perhaps';
}

type Has = (char: string) => boolean;
const lineEnds = /^[\n\r\u2028\u2029]$/;
const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const others =
  '\x85\xa0\xad\xb2\xe9\xdf\u0130\u0131\u0301\u03a9\u044f\u05d1\u0627\u0660\u0e01\u200b\u200e\u2010\u2013\u2019\u201d\u2026\u2028\u2212\u3002\u30a2\u30fc\u65e5\ufeff\uff9e\uffff';

export function graphOf(tree: Part, flags: string, fewRepeats: number): Reading {
  const alphabet = alphabetOf(tree, flags);
  const lines = new Set(alphabet.filter((char) => lineEnds.test(char)));
  const places: Place[] = [];
  const place = (has: Has, next: State): Place => {
    const one = { number: places.length, has: new Set(alphabet.filter(has)), next };
    places.push(one);
    return one;
  };
  const ways = (...states: readonly State[]): State => states.map((state) => ({ to: () => state }));

  function build(part: Part, next: State): State {
    switch (part.kind) {
      case 'char':
        return place(part.has, next);
      case 'sequence':
        return part.parts.reduceRight((after, one) => build(one, after), next);
      case 'choice':
        return ways(...part.parts.map((one) => build(one, next)));
      case 'repeat':
        return repeat(part, next);
      case 'start':
        return [{ to: () => next, after: flags.includes('m') ? lines : new Set() }];
      case 'end':
        return [{ to: () => next, only: 'at-end' }];
      case 'condition':
        return [{ to: () => next, only: 'perhaps' }];
      case 'look':
        return look(part, next);
    }
  }

  function repeat({ part, least, most }: Extract<Part, { kind: 'repeat' }>, next: State): State {
    let state = next;
    if (most > fewRepeats) {
      const loop: State = [{ to: () => body }, { to: () => next }];
      const body = build(part, loop);
      state = loop;
    } else if (most > least) state = ways(build(part, next), next);
    for (let copy = 0; copy < Math.min(least, 2); copy += 1) state = build(part, state);
    return state;
  }

  function look({ part, isBehind, isNegated }: Extract<Part, { kind: 'look' }>, next: State): State {
    const perhaps = { to: () => next, only: 'perhaps' } as const;
    if (!isBehind) return [...(ways(build(part, 'dead')) as readonly Step[]), perhaps];
    const has = oneCharacter(part);
    if (has === undefined) return [perhaps];
    return [{ to: () => next, after: new Set(alphabet.filter((char) => has(char) !== isNegated)) }];
  }

  const whole = build(tree, 'found');
  if (!flags.includes('y')) {
    // A search begins at every character.
    const start: State = [{ to: () => whole }, { to: () => before }];
    const before = place(() => true, start);
  }
  return { alphabet, places, follow: remembered(followOf) };
}

/** The characters that a part matches; undefined if it matches more than one character at a time. */
function oneCharacter(part: Part): Has | undefined {
  if (part.kind === 'char') return part.has;
  if (part.kind === 'sequence' && part.parts.length === 1) return oneCharacter(part.parts[0] as Part);
  if (part.kind !== 'choice') return undefined;
  const all = part.parts.map(oneCharacter);
  return all.includes(undefined) ? undefined : (char) => all.some((one) => one?.(char));
}

function alphabetOf(tree: Part, flags: string): readonly string[] {
  const sets = charactersIn(tree);
  const all = [...ascii, ...others, ...(/[uv]/.test(flags) ? ['\u{1f600}'] : ['\ud83d', '\ude00'])];
  const kinds = new Map<string, string>();
  for (const char of all) {
    const kind = sets.map((has) => Number(has(char))).join('') + lineEnds.test(char);
    if (!kinds.has(kind)) kinds.set(kind, char);
  }
  return [...kinds.values()];
}

function charactersIn(part: Part): readonly Has[] {
  if (part.kind === 'char') return [part.has];
  if (part.kind === 'repeat' || part.kind === 'look') return charactersIn(part.part);
  return 'parts' in part ? part.parts.flatMap(charactersIn) : [];
}

function followOf({ next }: Place, char: string): Follow {
  const places = new Set<Place>();
  let found: Follow['found'];
  const seen = new Set<State>();
  const perhaps = new Set<State>();
  function go(state: State, only: Step['only']): void {
    const known = only === 'perhaps' ? perhaps : seen;
    if (known.has(state) || state === 'dead') return;
    if (state === 'found') {
      if (only === undefined) found = 'certain';
      else if (only === 'at-end') found ??= 'at-end';
      return;
    }
    known.add(state);
    if (!Array.isArray(state)) return void places.add(state as Place);
    for (const step of state as readonly Step[])
      if (step.after?.has(char) !== false) go(step.to(), only === 'perhaps' ? only : (step.only ?? only));
  }
  go(next, undefined);
  return { places: [...places], found };
}

function remembered(of: Reading['follow']): Reading['follow'] {
  const known = new Map<Place, Map<string, Follow>>();
  return (place, char) => {
    const own = known.get(place) ?? new Map<string, Follow>();
    known.set(place, own);
    const follow = own.get(char) ?? of(place, char);
    own.set(char, follow);
    return follow;
  };
}

/** A function that is declared by name. */
export interface DeclaredFunction {
  readonly name: string;
  readonly parameters: number;
  readonly lines: number;
}

/** The functions that a text declares. It has to be formatted: a body ends with a brace at the indentation of its head. */
export function functionsIn(code: string): readonly DeclaredFunction[] {
  return [...code.matchAll(/^( *)(?:export )?(?:async )?function\*? (\w+)/gm)].map((match) => {
    const [head, indent = '', name = ''] = match;
    const rest = code.slice(match.index + head.length);
    const [parameters, after] = parametersOf(rest.slice(rest.indexOf('(') + 1));
    const [firstLine = ''] = after.split('\n');
    const isOneLine = firstLine.endsWith('}');
    const body = isOneLine ? firstLine : after.slice(0, after.indexOf(`\n${indent}}`) + 1);
    const text = head + rest.slice(0, rest.length - after.length) + body;
    return { name, parameters, lines: text.split('\n').length };
  });
}

const opening = '([{<';
const closing = ')]}>';

/** How many parameters stand before the parenthesis that ends them, and what follows it. */
function parametersOf(text: string): readonly [count: number, after: string] {
  let depth = 0;
  let count = 0;
  let isAny = false;
  for (const [at, char] of [...text].entries()) {
    if (depth === 0 && char === ')') return [isAny ? count + 1 : count, [...text].slice(at + 1).join('')];
    if (opening.includes(char)) depth += 1;
    // The arrow of a function type closes nothing.
    else if (closing.includes(char) && !(char === '>' && text[at - 1] === '=')) depth -= 1;
    if (depth === 0 && char === ',') {
      count += 1;
      isAny = false;
    } else if (char.trim() !== '') isAny = true;
  }
  return [count, ''];
}

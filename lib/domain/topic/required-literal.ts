/** One step of a regular expression: a group or set or class, or a character, plain or escaped; and how often. */
const step =
  /(\((?:\\.|[^()\\])*\)|\[(?:\\.|[^\]\\])*\]|\\[\p{L}\p{N}]|[.^$])|\\([^\p{L}\p{N}])|([^\\()[\]{}.*+?^$|])/uy;
const quantifier = /[*+?]\??|\{[^}]*\}\??/y;

/**
 * The longest text that every match of a regular expression must have in it; empty where that is not plain to see
 * (choices, groups within groups).
 */
export function requiredLiteral(expression: string): string {
  if (expression.replace(/\((?:\\.|[^()\\])*\)/g, '').includes('|')) return '';
  let best = '';
  let run = '';
  const end = (): void => {
    if (run.length > best.length) best = run;
    run = '';
  };
  for (let at = 0; at < expression.length; ) {
    step.lastIndex = at;
    const match = step.exec(expression);
    if (!match) return '';
    at = step.lastIndex;
    quantifier.lastIndex = at;
    const times = quantifier.exec(expression)?.[0] ?? '';
    at += times.length;
    const character = match[2] ?? match[3];
    if (character !== undefined && (times === '' || times.startsWith('+'))) run += character;
    if (character === undefined || times !== '') end();
  }
  end();
  return best;
}

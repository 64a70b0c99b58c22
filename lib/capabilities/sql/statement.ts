/**
 * Whether something follows the first statement of a text: a second one, which would be passed over in silence.
 * @param first the text of the first statement, as SQLite takes it down
 */
export function hasSecondStatement(sql: string, first: string): boolean {
  const others = sql.slice(first.length).replace(/--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, '');
  return /[^\s;]/.test(others);
}

/** The names of values that a text asks for as `:name`, without those in its strings, quoted names and comments. */
export function valueNames(sql: string): readonly string[] {
  const parts = /'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|:(\w+)/g;
  return [...sql.matchAll(parts)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

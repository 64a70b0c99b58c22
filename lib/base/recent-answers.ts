/**
 * Remembers what a pure function says of a text, for those asked about lately: at least the last `size` of them, at
 * most twice as many.
 */
export function recent<Key extends string, Answer extends object>(
  ask: (key: Key) => Answer,
  size: number,
): (key: Key) => Answer {
  let young = new Map<Key, Answer>();
  let old = new Map<Key, Answer>();
  return (key) => {
    let answer = young.get(key);
    if (answer !== undefined) return answer;
    answer = old.get(key) ?? ask(key);
    if (young.size >= size) {
      old = young;
      young = new Map();
    }
    young.set(key, answer);
    return answer;
  };
}

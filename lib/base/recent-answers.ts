import { detach } from './bytes/detach.ts';

/**
 * Remembers what a pure function says of a text, for those asked about lately: at least the last `size` of them, at
 * most twice as many. It keeps copies of the texts, and nothing of what they were cut out of.
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
    young.set(detach(key) as Key, answer);
    return answer;
  };
}

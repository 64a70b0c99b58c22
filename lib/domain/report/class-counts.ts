import { parentOf, type TopicClass } from '../../topic/settings.ts';
import type { ClassCount } from './report.ts';

/** Classes that a report lists. */
const maxListed = 200;

interface Counted {
  onTopic: number;
  refused: number;
}

/**
 * Counts pages by their best class, and rolls them up: a class has what is below it, by the parents of the class file and
 * by paths (`/a/b` is below `/a`).
 */
export function openClassCounts(classes: readonly TopicClass[] = []) {
  const own = new Map<string, Counted>();
  const file = new Map(classes.map((one) => [one.id, one]));
  const above = (id: string): string | undefined =>
    file.get(id)?.parent ?? (id.startsWith('/') && !file.has(id) ? parentOf(id) : undefined);

  /** The classes above one, the nearest first. */
  function line(id: string): readonly string[] {
    const found: string[] = [];
    for (let at = above(id); at !== undefined && !found.includes(at); at = above(at)) found.push(at);
    return found;
  }

  return {
    add(id: string, onTopic: boolean): void {
      const counted = own.get(id) ?? { onTopic: 0, refused: 0 };
      counted[onTopic ? 'onTopic' : 'refused'] += 1;
      own.set(id, counted);
    },
    /** Each class before those below it; beside each other those with most pages first. */
    result(): readonly ClassCount[] {
      const all = new Map<string, number>();
      for (const [id, { onTopic, refused }] of own) {
        for (const one of [id, ...line(id)]) all.set(one, (all.get(one) ?? 0) + onTopic + refused);
      }
      const below = Map.groupBy(all.keys(), (id) => above(id) ?? '');
      const listed: ClassCount[] = [];
      const list = (ids: readonly string[], level: number): void => {
        for (const id of ids.toSorted((a, b) => (all.get(b) ?? 0) - (all.get(a) ?? 0) || (a < b ? -1 : 1))) {
          const { onTopic, refused } = own.get(id) ?? { onTopic: 0, refused: 0 };
          const label = file.get(id)?.label;
          const named = label === undefined ? {} : { label };
          listed.push({ id, ...named, level, onTopic, refused, all: all.get(id) ?? 0 });
          list(below.get(id) ?? [], level + 1);
        }
      };
      list(below.get('') ?? [], 0);
      return listed.slice(0, maxListed);
    },
  };
}

import type { HostBody } from '../../domain/frontier/body.ts';
import type { BodyCache } from '../../pipeline/turn/turn.ts';

/** Keeps the bodies of the last `size` hosts that had a turn. */
export function bodyCache(size: number): BodyCache {
  const bodies = new Map<string, HostBody>();
  return {
    get: (key) => bodies.get(key),
    delete: (key) => void bodies.delete(key),
    set(key, body) {
      bodies.delete(key);
      bodies.set(key, body);
      if (bodies.size <= size) return;
      const [oldest] = bodies.keys();
      if (oldest !== undefined) bodies.delete(oldest);
    },
  };
}

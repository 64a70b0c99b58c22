import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask, FailedRequest } from './api.ts';

export interface Live<T> {
  /** The last answer; absent: none came yet. */
  readonly data?: T;
  /** When it came: epoch ms of this machine. */
  readonly at?: number;
  /** Why the last try brought none. */
  readonly problem?: FailedRequest;
  /** Asks now. */
  renew(): void;
}

/** A hundredth of the time, so that who looks takes little of what crawls. */
const share = 100;
const longestMs = 60_000;

/**
 * An answer that is asked for again and again, one request at a time, and not while nobody sees the page.
 * @param everyMs at least so long from an answer to the next request; absent: it is asked for once
 */
export function useLive<T>(path: string | undefined, everyMs?: number): Live<T> {
  const [state, setState] = useState<Omit<Live<T>, 'renew'> & { readonly path?: string }>({});
  const [turn, setTurn] = useState(0);
  const failures = useRef(0);
  useEffect(() => {
    if (path === undefined) return;
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = (ms: number): void => {
      if (everyMs === undefined || gone.signal.aborted) return;
      timer = setTimeout(() => (document.hidden ? again(everyMs) : look()), Math.min(ms, longestMs));
    };
    const look = async (): Promise<void> => {
      const begun = performance.now();
      try {
        const data = await ask<T>(path, { signal: gone.signal });
        failures.current = 0;
        setState({ data, at: Date.now(), path });
        again(Math.max(everyMs ?? 0, (performance.now() - begun) * share));
      } catch (error) {
        if (gone.signal.aborted) return;
        failures.current += 1;
        const problem = error instanceof FailedRequest ? error : new FailedRequest(0, String(error));
        setState((before) => ({ ...(before.path === path ? before : { path }), problem }));
        again((everyMs ?? 0) * 2 ** Math.min(failures.current, 5));
      }
    };
    look();
    return () => {
      gone.abort();
      clearTimeout(timer);
    };
  }, [path, everyMs, turn]);
  const renew = useCallback(() => setTurn((before) => before + 1), []);
  const { path: of, ...shown } = state;
  return of === path ? { ...shown, renew } : { renew };
}

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Session } from './api.ts';

interface AroundScreen {
  readonly session: Session;
  /** Has a screen reader, and everybody, told what happened. */
  say(text: string): void;
  /** The address of a screen of the job. */
  to(screen: string, rest?: string): string;
}

const Around = createContext<AroundScreen | undefined>(undefined);
export const AroundProvider = Around.Provider;

/** What is around a screen. */
export function useAround(): AroundScreen {
  const around = useContext(Around);
  if (around === undefined) throw new Error('a part is shown outside of the console');
  return around;
}

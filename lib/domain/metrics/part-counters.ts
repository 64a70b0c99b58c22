/** Counters of parts (`count`), each with what it counts. A capability declares its own (`declare module`). Their unit is Count. */
export interface PartCounters {
  readonly FruitlessPages: string;
}

export type PartCounter = keyof PartCounters;

/** Those of the core; `lib/capabilities/declared.ts` has all. */
export const coreCounters = {
  FruitlessPages:
    'First visits that brought nothing new: errors, redirects, what other pages of the host said.',
} as const;

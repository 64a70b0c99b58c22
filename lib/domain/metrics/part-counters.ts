/** What parts count (`count`), in the unit Count. A capability declares its own (`declare module`). */
export interface PartCounters {
  readonly FruitlessPages: string;
}

export type PartCounter = keyof PartCounters;

export const coreCounters = {
  FruitlessPages:
    'First visits that brought nothing new: errors, redirects, what other pages of the host said.',
};

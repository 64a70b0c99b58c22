import { type Budget, bounds } from './bounds.ts';

type Table = Record<string, readonly string[]>;

const openGraphName = /^(?:og:(.+)|((?:article|book|profile|music|video|product):.+))$/;
const dublinCoreName = /^dc(?:terms)?[.:](.+)$/;

/** Open Graph, of a page's metadata by lower-case name. */
export function openGraphOf(metadata: ReadonlyMap<string, readonly string[]>, budget: Budget): Table {
  return tableOf(metadata, openGraphName, budget);
}

/** Dublin Core, in the names that the DCMI recommends for HTML. */
export function dublinCoreOf(metadata: ReadonlyMap<string, readonly string[]>, budget: Budget): Table {
  return tableOf(metadata, dublinCoreName, budget);
}

function tableOf(metadata: ReadonlyMap<string, readonly string[]>, pattern: RegExp, budget: Budget): Table {
  const table = new Map<string, string[]>();
  for (const [name, values] of metadata) {
    const match = pattern.exec(name);
    const key = match?.[1] ?? match?.[2];
    if (key === undefined) continue;
    for (const value of values) {
      if (value === '' || !budget.take()) continue;
      const short = value.slice(0, bounds.value);
      const known = table.get(key);
      if (known === undefined) table.set(key, [short]);
      else known.push(short);
    }
  }
  return Object.fromEntries(table);
}

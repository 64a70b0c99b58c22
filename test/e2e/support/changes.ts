import type { ChangeLine } from '../../../lib/domain/collection/record.ts';

/** What an indexer holds that has read every changes object: the newest line of each record that is there. */
export interface Published {
  readonly records: ReadonlyMap<string, ChangeLine>;
  /** What an indexer would stumble over, in words. */
  readonly faults: readonly string[];
}

/**
 * Reads changes objects as an indexer does.
 * @param objects the lines of each object, in the order in which they were published
 */
export function readPublished(objects: readonly (readonly string[])[]): Published {
  const records = new Map<string, ChangeLine>();
  const created = new Set<string>();
  /** What each line said when it first came, by the name of the line. */
  const said = new Map<string, string>();
  const faults: string[] = [];
  for (const object of objects) {
    for (const [ordinal, text] of object.entries()) {
      const line = JSON.parse(text) as ChangeLine;
      const name = `${line.host} turn ${line.turn} ordinal ${line.ordinal}`;
      if (line.ordinal !== ordinal) faults.push(`${name}: stands at place ${ordinal}`);
      // After a failed put a turn is published once more, alone (docs/events.md, "At least once").
      const saying = `${line.change} ${line.md5}`;
      const isAgain = said.get(name) === saying && isOfOneTurn(object);
      said.set(name, saying);
      if (isAgain) {
        if (records.has(line.md5)) records.set(line.md5, line);
        continue;
      }
      if (line.change === 'deleted') {
        if (!records.delete(line.md5)) faults.push(`${name}: deletes ${line.md5}, which is not there`);
        created.delete(line.md5);
        continue;
      }
      // What another host found at the same time may stand before it, as an update.
      const twice = line.change === 'created' && created.has(line.md5);
      if (line.change === 'created') created.add(line.md5);
      if (twice) faults.push(`${name}: creates ${line.md5} again`);
      if (line.record?.md5 !== line.md5) faults.push(`${name}: is without its record`);
      records.set(line.md5, line);
    }
  }
  return { records, faults };
}

function isOfOneTurn(object: readonly string[]): boolean {
  const turns = object.map((text) => {
    const { host, turn } = JSON.parse(text) as ChangeLine;
    return `${host} ${turn}`;
  });
  return new Set(turns).size === 1;
}

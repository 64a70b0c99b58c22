import { readXml } from '../base/read-xml.ts';
import { type ListCounter, type ListLevel, listCounter } from './list-numbers.ts';

/** What `numbering.xml` says (ECMA-376 part 1, §17.9). */
export interface Numbering {
  /** The label of the next item; undefined: it has a bullet. */
  label(numId: string, level: number): string | undefined;
}

interface Definition {
  readonly levels: (ListLevel | undefined)[];
  /** Another definition that this one takes its levels from. */
  styleLink?: string;
}

interface Instance {
  abstract: string;
  readonly levels: (ListLevel | undefined)[];
  readonly starts: (number | undefined)[];
}

/** @param styleOfNumbering the `numId` that a numbering style has */
export function readNumbering(source: string): Numbering {
  const definitions = new Map<string, Definition>();
  const styles = new Map<string, string>();
  const instances = new Map<string, Instance>();
  let definition: Definition | undefined;
  let definitionId = '';
  let instance: Instance | undefined;
  let place = 0;
  let level: { -readonly [Key in keyof ListLevel]: ListLevel[Key] } | undefined;
  readXml(source, {
    open({ name, attributes }) {
      const { val = '', ilvl = '' } = attributes;
      if (name === 'abstractNum') {
        definition = { levels: [] };
        definitionId = attributes.abstractNumId ?? '';
        definitions.set(definitionId, definition);
        instance = undefined;
      } else if (name === 'num') {
        instance = { abstract: '', levels: [], starts: [] };
        instances.set(attributes.numId ?? '', instance);
        definition = undefined;
      } else if (name === 'abstractNumId' && instance !== undefined) instance.abstract = val;
      else if (name === 'styleLink' && definition !== undefined) styles.set(val, definitionId);
      else if (name === 'numStyleLink' && definition !== undefined) definition.styleLink = val;
      else if (name === 'lvlOverride') place = levelOf(ilvl);
      else if (name === 'startOverride' && instance !== undefined) instance.starts[place] = Number(val) || 0;
      else if (name === 'lvl') {
        place = levelOf(ilvl);
        level = { start: 1, format: 'decimal', text: '', isLegal: false };
        const levels = instance === undefined ? definition?.levels : instance.levels;
        if (levels !== undefined) levels[place] = level;
      } else if (level === undefined) return;
      else if (name === 'start') level.start = Number(val) || 0;
      else if (name === 'numFmt') level.format = val;
      else if (name === 'lvlText') level.text = val;
      else if (name === 'isLgl') level.isLegal = val !== '0' && val !== 'false';
      else if (name === 'lvlRestart') level.restartAfter = Number(val) || 0;
    },
    close(name) {
      if (name === 'lvl') level = undefined;
    },
  });
  return numberingOf(definitions, styles, instances);
}

function numberingOf(
  definitions: ReadonlyMap<string, Definition>,
  styles: ReadonlyMap<string, string>,
  instances: ReadonlyMap<string, Instance>,
): Numbering {
  const counter: ListCounter = listCounter();
  const begun = new Set<string>();
  return {
    label(numId, level) {
      const instance = instances.get(numId);
      if (instance === undefined || level < 0 || level > 8) return '';
      const own = definitions.get(instance.abstract);
      const definition =
        own?.styleLink === undefined ? own : (definitions.get(styles.get(own.styleLink) ?? '') ?? own);
      const levels = Array.from({ length: 9 }, (_, at) => instance.levels[at] ?? definition?.levels[at]);
      // Instances of one definition count on where they do not say where they start.
      if (!begun.has(numId)) {
        begun.add(numId);
        for (const [at, start] of instance.starts.entries()) {
          if (start !== undefined) counter.restart(instance.abstract, at, start);
        }
      }
      return counter.next(instance.abstract, level, levels);
    },
  };
}

function levelOf(said: string): number {
  return Math.min(8, Math.max(0, Number(said) || 0));
}

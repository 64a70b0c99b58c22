import { type Attributes, spoken } from '../../../lib/documents/html/attributes.ts';

/** Puts together the attributes of one tag after the other from a tokenizer's pieces of `source`. */
export interface AttributeReader {
  /** A tag starts; when it is not `wanted`, its attributes are passed over. */
  begin(wanted: boolean): void;
  name(start: number, end: number): void;
  data(start: number, end: number): void;
  entity(codepoint: number): void;
  end(): void;
  /** What the tag had. */
  take(): Attributes;
}

const names: ReadonlyMap<string, keyof Attributes> = new Map(spoken.map((name) => [name, name]));
const none: Attributes = Object.freeze({});

export function attributeReader(source: string): AttributeReader {
  let wanted = false;
  let attributes: Attributes = none;
  let current: keyof Attributes | undefined;
  let value = '';
  return {
    begin(isWanted) {
      wanted = isWanted;
      attributes = wanted ? {} : none;
      current = undefined;
    },
    name(start, end) {
      if (!wanted) return;
      const written = source.slice(start, end);
      const name = names.get(written) ?? names.get(written.toLowerCase());
      current = name !== undefined && attributes[name] === undefined ? name : undefined;
      value = '';
    },
    data(start, end) {
      if (current !== undefined) value += source.slice(start, end);
    },
    entity(codepoint) {
      if (current !== undefined) value += String.fromCodePoint(codepoint);
    },
    end() {
      if (current !== undefined) attributes[current] = value;
      current = undefined;
    },
    take: () => attributes,
  };
}

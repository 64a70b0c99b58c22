/** The attributes of one tag that we read, entities decoded; of several with one name the first counts. */
export interface Attributes {
  href?: string;
  'xlink:href'?: string;
  src?: string;
  srcdoc?: string;
  rel?: string;
  type?: string;
  alt?: string;
  content?: string;
  name?: string;
  property?: string;
  'http-equiv'?: string;
  lang?: string;
  'xml:lang'?: string;
}

/** Where an anchor leads: those of SVG and MathML may say it by the name of XLink. */
export function hrefOf(attributes: Attributes): string | undefined {
  return attributes.href ?? attributes['xlink:href'];
}

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

/** By name in lower case. */
export const attributeNames = [
  'href',
  'xlink:href',
  'src',
  'srcdoc',
  'rel',
  'type',
  'alt',
  'content',
  'name',
  'property',
  'http-equiv',
  'lang',
  'xml:lang',
] as const satisfies readonly (keyof Attributes)[];

const names: ReadonlyMap<string, keyof Attributes> = new Map(attributeNames.map((name) => [name, name]));
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

import { charsetOf, decode, type Guess } from '../../charset/charset.ts';
import { BoundedParser } from '../../html/parse-bounded.ts';

/** An element that was opened: its name without prefix, and its attributes without theirs. */
export interface XmlElement {
  readonly name: string;
  /** As written, prefix and all. */
  readonly qualified: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface XmlHandler {
  open?(element: XmlElement, depth: number): void;
  close?(name: string, depth: number): void;
  text?(text: string): void;
  /** Asked now and then: true has the rest left unread. */
  isDone?(): boolean;
}

/** Elements inside each other that are read; deeper ones are passed over. */
const maxDepth = 256;

/** UTF-16 units that are read at a time. */
const step = 100_000;

/** XML as text, in the encoding that its server or it itself declares. */
export function decodeXml(bytes: Uint8Array, charset?: string, guess?: Guess): string {
  return decode(bytes, charsetOf(bytes, charset, 'xml', guess));
}

/**
 * Reads XML from its start to its end, broken or not. Entities of the document's own are not expanded, and nothing outside it is read: a
 * document type is passed over. Elements that nest deeper than those of `BoundedParser` count as empty.
 */
export function readXml(source: string, handler: XmlHandler): void {
  let depth = 0;
  const parser = new BoundedParser(
    {
      onopentag(qualified, attributes) {
        depth += 1;
        if (depth > maxDepth) return;
        handler.open?.({ name: localName(qualified), qualified, attributes: localNames(attributes) }, depth);
      },
      onclosetag(qualified) {
        if (depth <= maxDepth) handler.close?.(localName(qualified), depth);
        depth -= 1;
      },
      ontext(text) {
        // Outside of the first element nothing is text: the rest of a document type.
        if (depth > 0) handler.text?.(text);
      },
      depth: () => depth,
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let at = 0; at < source.length && handler.isDone?.() !== true; at += step) {
    parser.write(source.slice(at, at + step));
  }
  parser.end();
}

function localName(qualified: string): string {
  return qualified.slice(qualified.indexOf(':') + 1);
}

/** An attribute with a prefix keeps it where another has its name. */
function localNames(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const named = new Map<string, string>();
  for (const [qualified, value] of Object.entries(attributes)) {
    const name = localName(qualified);
    named.set(named.has(name) ? qualified : name, value);
  }
  return Object.fromEntries(named);
}

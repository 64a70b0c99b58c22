import { commonReferences, decodedText } from '../../base/html/entities.ts';
import { base64 } from '../../base/wasm/markup.ts';
import { type WasmModule, wasmModule } from '../../base/wasm-module.ts';
import { attributeNames, spoken } from './attributes.ts';
import { type ElementRole, elementRoles, places, rawElements, rawWithReferences } from './elements.ts';

/** What is called of `wasm/markup`. */
export interface MarkupFunctions {
  reserve(bytes: number): number;
  begin(every: boolean, noscripts: boolean): void;
  noscriptLength(): number;
  scan(): number;
  eventsAt(): number;
  eventLength(): number;
  textAt(): number;
  textLength(): number;
  position(): number;
  titleAt(): number;
  titleLength(): number;
  decodedAt(): number;
  define(table: number, length: number, value: number): void;
}

export type MarkupModule = WasmModule<MarkupFunctions>;

/** Elements that speak, and then those that are treated in a way of their own, by number from 1 on (`Kind`). */
const special = (
  'a area base frame html iframe img link meta ' +
  'title pre svg noscript body frameset noframes template head math listing xmp foreignobject'
).split(' ');

/** All elements of the table by number, from 1 on. */
export const kinds: readonly string[] = [...new Set([...special, ...elementRoles.keys()])];

/** How many of them speak, the first ones. */
export const speakingKinds = special.indexOf('title');

/** The mark of attributes that are told where all elements are. */
const ofTree = 0x100;

/** The tables of the module (`define` of `wasm/markup`). */
const tables = { elements: 0, attributes: 1, references: 2 } as const;

/** The module with its tables, ready to read pages. */
export function markupModule(): MarkupModule {
  let decodedLength = 0;
  const host = {
    decode(start = 0, end = 0) {
      const bytes = module.bytes();
      const at = module.run.decodedAt();
      decodedLength = bytes.write(decodedText(bytes.toString('utf8', start, end)), at);
      return at;
    },
    decodedLength: () => decodedLength,
  };
  const module: MarkupModule = wasmModule<MarkupFunctions>(base64, { runs: host });
  for (const [name, role] of elementRoles) define(module, tables.elements, name, meaning(name, role));
  for (const [index, name] of attributeNames.entries()) {
    define(module, tables.attributes, name, index + 1 + (index < spoken.length ? 0 : ofTree));
  }
  for (const [name, codePoint] of commonReferences) define(module, tables.references, name, codePoint);
  return module;
}

function define({ run, bytes }: MarkupModule, table: number, name: string, value: number): void {
  const at = run.reserve(name.length);
  run.define(table, bytes().write(name, at), value);
}

/** As `Role` has it. */
function meaning(name: string, role: ElementRole): number {
  const bits = [
    role.breaks === 'line',
    role.breaks === 'space',
    role.inert === true,
    role.inHead === true,
    role.speaks === true,
    rawElements.includes(name),
    rawWithReferences.has(name),
    role.leavesPicture === true,
  ].reduce((sum, bit, index) => sum + (bit ? 2 ** index : 0), 0);
  const place = role.place === undefined ? 0 : places.indexOf(role.place as (typeof places)[number]) + 1;
  return bits + (role.heading ?? 0) * 2 ** 8 + place * 2 ** 12 + (kinds.indexOf(name) + 1) * 2 ** 16;
}

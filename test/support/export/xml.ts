/** An element of a document, or a text. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlNode | string)[];
}

const tag = /^<(\/?)([A-Za-z_:][\w:.-]*)((?:\s+[A-Za-z_:][\w:.-]*="[^"<]*")*)\s*(\/?)>/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: no XML may have these
const never = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/** Reads a document as strictly as XML 1.0 wants it, as far as exports use it. @throws Error for what is not well-formed */
export function parseXml(text: string): XmlNode {
  if (never.test(text)) throw new Error('a character that no XML may have');
  if (!text.isWellFormed()) throw new Error('half a character');
  let rest = text.replace(/^<\?xml version="1\.0" encoding="[A-Za-z0-9-]+"\?>\s*/, '');
  const root: XmlNode = { name: '', attributes: {}, children: [] };
  const open = [root];
  while (rest !== '') {
    const top = open.at(-1) as XmlNode;
    if (!rest.startsWith('<')) {
      const end = rest.indexOf('<') < 0 ? rest.length : rest.indexOf('<');
      top.children.push(unescaped(rest.slice(0, end)));
      rest = rest.slice(end);
      continue;
    }
    const [whole, isEnd, name = '', attributes = '', isEmpty] = tag.exec(rest) ?? [];
    if (whole === undefined) throw new Error(`no tag: ${rest.slice(0, 60)}`);
    rest = rest.slice(whole.length);
    if (isEnd) {
      if (top.name !== name) throw new Error(`</${name}> ends <${top.name}>`);
      open.pop();
      continue;
    }
    const node: XmlNode = { name, attributes: attributesIn(attributes), children: [] };
    top.children.push(node);
    if (!isEmpty) open.push(node);
  }
  if (open.length !== 1) throw new Error(`<${open.at(-1)?.name}> has no end`);
  const elements = root.children.filter((one) => typeof one !== 'string');
  if (elements.length !== 1) throw new Error('a document has one element at its top');
  return elements[0] as XmlNode;
}

function attributesIn(text: string): Readonly<Record<string, string>> {
  const found = [...text.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, unescaped(value)] as const,
  );
  if (new Set(found.map(([name]) => name)).size < found.length) throw new Error('an attribute stands twice');
  return Object.fromEntries(found);
}

function unescaped(text: string): string {
  if (/]]>/.test(text)) throw new Error(']]> in a text');
  return text.replace(/&([^;]{0,10};?)/g, (_, name: string) => {
    const known: Readonly<Record<string, string>> = { 'amp;': '&', 'lt;': '<', 'gt;': '>', 'quot;': '"' };
    const number = /^#(\d+);$/.exec(name)?.[1];
    const value = number === undefined ? known[name] : String.fromCodePoint(Number(number));
    if (value === undefined) throw new Error(`&${name} is no reference`);
    return value;
  });
}

/** The elements of a name below a node, at any depth. */
export function elementsOf(node: XmlNode, name: string): readonly XmlNode[] {
  return node.children.flatMap((one) =>
    typeof one === 'string' ? [] : [...(one.name === name ? [one] : []), ...elementsOf(one, name)],
  );
}

/** The text in a node, white space collapsed. */
export function xmlTextOf(node: XmlNode): string {
  const text = (one: XmlNode | string): string =>
    typeof one === 'string' ? one : one.children.map(text).join('');
  return text(node).replace(/\s+/g, ' ').trim();
}

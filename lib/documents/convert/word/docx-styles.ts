import { readXml } from '../base/read-xml.ts';

/** What a paragraph's style says of it. */
export interface ParagraphStyle {
  /** 1 to 6: paragraphs of it are headings. */
  heading?: number;
  numId?: string;
  level?: number;
  /** Its text is not seen (§17.3.2.41). */
  isHidden?: boolean;
}

interface StoredStyle extends ParagraphStyle {
  basedOn?: string;
}

/** Styles that a style is based on, one after the other, are followed so far. */
const maxBases = 20;

/** The styles of paragraphs and characters by id (ECMA-376 part 1, §17.7). */
export function readStyles(source: string): (id: string) => ParagraphStyle {
  const styles = new Map<string, StoredStyle>();
  let style: StoredStyle | undefined;
  readXml(source, {
    open({ name, attributes }) {
      const { val = '' } = attributes;
      if (name === 'style') {
        style = {};
        styles.set(attributes.styleId ?? '', style);
      } else if (style === undefined) return;
      else if (name === 'basedOn') style.basedOn = val;
      else if (name === 'name') {
        const heading = headingOfName(val);
        if (heading !== undefined) style.heading = heading;
      } else if (name === 'outlineLvl') {
        const heading = headingOfOutline(val);
        if (heading !== undefined) style.heading ??= heading;
      } else if (name === 'numId') style.numId = val;
      else if (name === 'ilvl') style.level = Number(val) || 0;
      else if (name === 'vanish') style.isHidden = isOn(val);
    },
    close(name) {
      if (name === 'style') style = undefined;
    },
  });
  return (id) => {
    const found: ParagraphStyle = {};
    let at: string | undefined = id;
    for (let steps = 0; at !== undefined && steps < maxBases; steps++) {
      const one: StoredStyle | undefined = styles.get(at);
      if (one?.heading !== undefined) found.heading ??= one.heading;
      if (one?.numId !== undefined) found.numId ??= one.numId;
      if (one?.level !== undefined) found.level ??= one.level;
      if (one?.isHidden !== undefined) found.isHidden ??= one.isHidden;
      at = one?.basedOn;
    }
    return found;
  };
}

/** Whether a property that is there is set (§17.17.4). */
export function isOn(val: string): boolean {
  return !/^(?:0|false|off)$/.test(val);
}

function headingOfName(name: string): number | undefined {
  const level = /^heading ([1-9])$/i.exec(name)?.[1];
  if (level !== undefined) return Math.min(6, Number(level));
  return /^title$/i.test(name) ? 1 : undefined;
}

/** @param val of an `outlineLvl`: 0 is the highest, 9 body text */
export function headingOfOutline(val: string): number | undefined {
  const level = Number(val);
  return Number.isInteger(level) && level >= 0 && level < 9 ? Math.min(6, level + 1) : undefined;
}

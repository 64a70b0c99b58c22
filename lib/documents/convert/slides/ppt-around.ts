import { childOf, type PptRecord, recordsIn } from './ppt-records.ts';
import { type PptText, textsIn } from './ppt-text.ts';

const types = {
  shape: 0xf004,
  clientData: 0xf011,
  placeholder: 0x0bc3,
  headersFooters: 0x0fd9,
  headersFootersAtom: 0x0fda,
  string: 0x0fba,
  tagData: 0x138b,
  comment: 0x2ee0,
};

/** Containers inside each other that are looked into. */
const maxDepth = 30;

/** Calls `found` for the records of a type in some bytes, at whatever depth, but for those inside of each other. */
function each(bytes: Buffer, type: number, found: (record: PptRecord) => void, depth = 0): void {
  for (const record of recordsIn(bytes)) {
    if (record.type === type) found(record);
    // Data of tags are records, although it is not said so.
    else if ((record.isContainer || record.type === types.tagData) && depth < maxDepth)
      each(record.data, type, found, depth + 1);
  }
}

/** Texts that a master shows on its slides: those of shapes that are no placeholders, whose texts are prompts. */
export function masterTexts(master: Buffer, found: (text: PptText) => void): void {
  each(master, types.shape, ({ data }) => {
    const its = childOf(data, types.clientData);
    if (its === undefined || childOf(its.data, types.placeholder) === undefined) textsIn(data, found);
  });
}

const hasFooter = 0x20;
const footerInstance = 2;

/** The footer of a slide, or of all slides of a document (MS-PPT §2.4.15). */
export function footersIn(container: Buffer): readonly string[] {
  const footers: string[] = [];
  for (const { type, data } of recordsIn(container)) {
    if (type !== types.headersFooters) continue;
    const atom = childOf(data, types.headersFootersAtom);
    if (atom === undefined || atom.data.length < 4 || (atom.data.readUInt16LE(2) & hasFooter) === 0) continue;
    for (const one of recordsIn(data))
      if (one.type === types.string && one.instance === footerInstance)
        footers.push(one.data.toString('utf16le'));
  }
  return footers;
}

/** Comments on a slide, each behind the name of its author (§2.5.20). */
export function commentsIn(slide: Buffer): readonly string[] {
  const comments: string[] = [];
  each(slide, types.comment, ({ data }) => {
    const said = new Map<number, string>();
    for (const { type, instance, data: text } of recordsIn(data))
      if (type === types.string) said.set(instance, text.toString('utf16le'));
    const [author = '', text = ''] = [said.get(0), said.get(1)];
    if (text.trim() !== '') comments.push(author === '' ? text : `${author}: ${text}`);
  });
  return comments;
}

import { zipType } from '../sniff/zip-type.ts';
import { decryptPackage } from './base/encrypted-package.ts';
import {
  type Conversion,
  type Converter,
  type ConvertRequest,
  defaultConvertLimits,
  Unreadable,
} from './converter.ts';
import { documentFormatOf, type FormatName } from './formats.ts';

/**
 * Where each format's converter is. They are loaded when the first document of their format comes: some are large. Nothing that reads
 * pages imports this file.
 */
const converters: Partial<Readonly<Record<FormatName, () => Promise<Converter>>>> = {
  docx: async () => (await import('./word/convert-docx.ts')).convertDocx,
  pptx: async () => (await import('./slides/convert-pptx.ts')).convertPptx,
  xlsx: async () => (await import('./sheets/convert-xlsx.ts')).convertXlsx,
  xls: async () => (await import('./sheets/convert-xls.ts')).convertXls,
  xlsb: async () => (await import('./sheets/convert-xlsb.ts')).convertXlsb,
  pdf: async () => (await import('./pdf/convert-pdf.ts')).convertPdf,
  ppt: async () => (await import('./slides/convert-ppt.ts')).convertPpt,
  doc: async () => (await import('./word/convert-doc.ts')).convertDoc,
  rtf: async () => (await import('./rtf/convert-rtf.ts')).convertRtf,
  odt: async () => (await import('./odf/convert-odf.ts')).convertOdt,
  ods: async () => (await import('./odf/convert-odf.ts')).convertOds,
  odp: async () => (await import('./odf/convert-odf.ts')).convertOdp,
  epub: async () => (await import('./other/convert-epub.ts')).convertEpub,
  text: async () => (await import('./text/convert-plain.ts')).convertPlain,
  csv: async () => (await import('./text/convert-table.ts')).convertCsv,
  tsv: async () => (await import('./text/convert-table.ts')).convertTsv,
  json: async () => (await import('./text/convert-json.ts')).convertJson,
  xml: async () => (await import('./text/convert-xml.ts')).convertXml,
  svg: async () => (await import('./text/convert-xml.ts')).convertXml,
  markdown: async () => (await import('./markdown/convert-markdown.ts')).convertMarkdown,
  tex: async () => (await import('./tex/convert-tex.ts')).convertTex,
  mail: async () => (await import('./mail/convert-mail.ts')).convertMail,
  image: async () => (await import('./media/convert-image.ts')).convertImage,
  iwork: async () => (await import('./other/convert-iwork.ts')).convertIwork,
  xps: async () => (await import('./other/convert-xps.ts')).convertXps,
  wordperfect: async () => (await import('./other/convert-wordperfect.ts')).convertWordPerfect,
  postscript: async () => (await import('./other/convert-postscript.ts')).convertPostscript,
  archive: async () => (await import('./other/convert-archive.ts')).convertArchive,
  msg: async () => (await import('./mail/convert-msg.ts')).convertMsg,
};

/**
 * Converts a document of any format of the table, those that are light too. Never throws, and hangs or swallows memory only where a
 * library does: who runs it on what the web sends, runs it where it can be ended.
 */
export async function convertDocument(request: ConvertRequest): Promise<Conversion> {
  if (request.body.length === 0) return unreadable('empty', 'the document has no bytes');
  try {
    const opened = isEncryptedOffice(request) ? decrypted(request) : request;
    const format = documentFormatOf(opened.mediaType);
    const load = format === undefined ? undefined : converters[format.name];
    if (load === undefined) return unreadable('unsupported', `no converter reads ${opened.mediaType}`);
    const converter = await load();
    return await converter(opened, request.limits ?? defaultConvertLimits);
  } catch (error) {
    return unreadable(
      error instanceof Unreadable ? error.reason : 'damaged',
      error instanceof Error ? error.message : String(error),
    );
  }
}

const office = new Set<string>(['docx', 'xlsx', 'xlsb', 'pptx', 'encrypted-office']);

/** An encrypted document of Office is an OLE file, whatever it is inside. */
function isEncryptedOffice({ body, mediaType }: ConvertRequest): boolean {
  return body[0] === 0xd0 && body[1] === 0xcf && office.has(documentFormatOf(mediaType)?.name ?? '');
}

function decrypted(request: ConvertRequest): ConvertRequest {
  const body = decryptPackage(request.body);
  return { ...request, body, mediaType: zipType(body) };
}

function unreadable(reason: Unreadable['reason'], detail: string): Conversion {
  return { kind: 'unreadable', reason, detail };
}

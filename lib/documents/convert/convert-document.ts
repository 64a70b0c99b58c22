import { documentFormatOf, type HeavyFormatName } from '../sniff/formats.ts';
import { zipType } from '../sniff/zip-type.ts';
import { decryptPackage } from './base/encrypted-package.ts';
import {
  type Conversion,
  type Converter,
  type ConvertRequest,
  defaultConvertLimits,
  Unreadable,
  unreadable,
} from './converter.ts';

/**
 * Where the converter of each heavy format is. They are loaded when the first document of their format comes: some are large. Nothing
 * that reads pages imports this file.
 */
const converters: Partial<Readonly<Record<HeavyFormatName, () => Promise<Converter>>>> = {
  docx: async () => {
    const { convertLight } = await import('./convert-light.ts');
    return (await import('./word/convert-docx.ts')).docxConverter(convertLight);
  },
  pptx: async () => (await import('./slides/convert-pptx.ts')).convertPptx,
  xlsx: async () => (await import('./sheets/convert-xlsx.ts')).convertXlsx,
  xls: async () => (await import('./sheets/convert-xls.ts')).convertXls,
  xlsb: async () => (await import('./sheets/convert-xlsb.ts')).convertXlsb,
  pdf: async () => (await import('./pdf/convert-pdf.ts')).convertPdf,
  ppt: async () => (await import('./slides/convert-ppt.ts')).convertPpt,
  doc: async () => (await import('./word/convert-doc.ts')).convertDoc,
  odt: async () => (await import('./odf/convert-odf.ts')).convertOdt,
  ods: async () => (await import('./odf/convert-odf.ts')).convertOds,
  odp: async () => (await import('./odf/convert-odf.ts')).convertOdp,
  epub: async () => (await import('./other/convert-epub.ts')).convertEpub,
  iwork: async () => (await import('./other/convert-iwork.ts')).convertIwork,
  xps: async () => (await import('./other/convert-xps.ts')).convertXps,
  wordperfect: async () => (await import('./other/convert-wordperfect.ts')).convertWordPerfect,
  postscript: async () => (await import('./postscript/convert-postscript.ts')).convertPostscript,
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
    if (format?.weight === 'light') return (await import('./convert-light.ts')).convertLight(opened);
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

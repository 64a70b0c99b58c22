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
const converters: Partial<Readonly<Record<FormatName, () => Promise<Converter>>>> = {};

/**
 * Converts a document of any format of the table, those that are light too. Never throws, and hangs or swallows memory only where a
 * library does: who runs it on what the web sends, runs it where it can be ended.
 */
export async function convertDocument(request: ConvertRequest): Promise<Conversion> {
  if (request.body.length === 0) return unreadable('empty', 'the document has no bytes');
  const format = documentFormatOf(request.mediaType);
  const load = format === undefined ? undefined : converters[format.name];
  if (load === undefined) return unreadable('unsupported', `no converter reads ${request.mediaType}`);
  try {
    const converter = await load();
    return await converter(request, request.limits ?? defaultConvertLimits);
  } catch (error) {
    return unreadable(
      error instanceof Unreadable ? error.reason : 'damaged',
      error instanceof Error ? error.message : String(error),
    );
  }
}

function unreadable(reason: Unreadable['reason'], detail: string): Conversion {
  return { kind: 'unreadable', reason, detail };
}

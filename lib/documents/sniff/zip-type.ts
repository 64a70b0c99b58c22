import { readZipDirectory, type ZipEntry } from './zip-directory.ts';
import { readZipPart } from './zip-part.ts';

/** Parts that are looked at, and bytes of one. */
const maxEntries = 5_000;
const maxBytes = 1_000_000;

const opc = 'application/vnd.';
const ooxml = `${opc}openxmlformats-officedocument.`;

/** The content types of main parts (ECMA-376 part 1, §11 to §13; MS-OFFMACRO, MS-XLSB), without `+xml`, and the types of documents. */
const mainParts: readonly (readonly [string, string])[] = [
  ['wordprocessingml.document.main', `${ooxml}wordprocessingml.document`],
  ['wordprocessingml.template.main', `${ooxml}wordprocessingml.template`],
  ['ms-word.document.macroEnabled.main', `${opc}ms-word.document.macroenabled.12`],
  ['ms-word.template.macroEnabledTemplate.main', `${opc}ms-word.template.macroenabled.12`],
  ['spreadsheetml.sheet.main', `${ooxml}spreadsheetml.sheet`],
  ['spreadsheetml.template.main', `${ooxml}spreadsheetml.template`],
  ['ms-excel.sheet.macroEnabled.main', `${opc}ms-excel.sheet.macroenabled.12`],
  ['ms-excel.template.macroEnabled.main', `${opc}ms-excel.template.macroenabled.12`],
  ['ms-excel.addin.macroEnabled.main', `${opc}ms-excel.addin.macroenabled.12`],
  ['ms-excel.sheet.binary.macroEnabled.main', `${opc}ms-excel.sheet.binary.macroenabled.12`],
  ['presentationml.presentation.main', `${ooxml}presentationml.presentation`],
  ['presentationml.slideshow.main', `${ooxml}presentationml.slideshow`],
  ['presentationml.template.main', `${ooxml}presentationml.template`],
  ['ms-powerpoint.presentation.macroEnabled.main', `${opc}ms-powerpoint.presentation.macroenabled.12`],
  ['ms-powerpoint.slideshow.macroEnabled.main', `${opc}ms-powerpoint.slideshow.macroenabled.12`],
  ['ms-powerpoint.template.macroEnabled.main', `${opc}ms-powerpoint.template.macroenabled.12`],
  ['ms-powerpoint.addin.macroEnabled.main', `${opc}ms-powerpoint.addin.macroenabled.12`],
  ['presentationml.slide+xml', `${ooxml}presentationml.slide`],
  ['ms-powerpoint.slide.macroEnabled', `${opc}ms-powerpoint.slide.macroenabled.12`],
  ['ms-package.xps-fixeddocumentsequence', `${opc}ms-xpsdocument`],
  ['oxps-package.fixeddocumentsequence', 'application/oxps'],
];

/** Parts that tell a format where no content type does. */
const telling: readonly (readonly [RegExp, string])[] = [
  [/^word\/document\d*\.xml$/i, `${ooxml}wordprocessingml.document`],
  [/^xl\/workbook\.xml$/i, `${ooxml}spreadsheetml.sheet`],
  [/^xl\/workbook\.bin$/i, `${opc}ms-excel.sheet.binary.macroenabled.12`],
  [/^ppt\/presentation\.xml$/i, `${ooxml}presentationml.presentation`],
  [/^(?:.*\.fdseq|FixedDocumentSequence\.fdseq)$/i, `${opc}ms-xpsdocument`],
  [/^META-INF\/container\.xml$/, 'application/epub+zip'],
  [/^index\.apxl(?:\.gz)?$/, `${opc}apple.keynote`],
  [/^index\.xml(?:\.gz)?$/, `${opc}apple.pages`],
  [/^Index\/Slide-?\d*\.iwa$/, `${opc}apple.keynote`],
  [/^Index\/Document\.iwa$/, `${opc}apple.pages`],
  [/^META-INF\/MANIFEST\.MF$/, 'application/java-archive'],
];

/** The type of the document that a ZIP archive is; `application/zip` where it is only an archive. */
export function zipType(body: Uint8Array): string {
  const { entries } = readZipDirectory(body, maxEntries);
  const named = (name: string): ZipEntry | undefined =>
    entries.find((entry) => entry.name.toLowerCase() === name);
  const mimetype = textOf(body, named('mimetype')).trim();
  if (/^application\/[\w.+-]+$/.test(mimetype)) return mimetype.toLowerCase();
  const said = manifestType(textOf(body, named('meta-inf/manifest.xml')));
  if (said !== undefined) return said;
  // In UTF-16 as well, and in whatever case a writer has it.
  const types = textOf(body, named('[content_types].xml')).replaceAll('\0', '').toLowerCase();
  const main = mainParts.find(([part]) => types.includes(part.toLowerCase()));
  if (main !== undefined) return main[1];
  for (const [pattern, type] of telling) {
    if (entries.some(({ name }) => pattern.test(name)) && isWhole(type, entries)) return type;
  }
  return 'application/zip';
}

/** What the manifest of an OpenDocument file says of the whole (ODF 1.3 part 2, §3.2), which counts where its first part does not say so. */
function manifestType(manifest: string): string | undefined {
  const entry = manifest.split('<').find((one) => one.includes('full-path="/"')) ?? '';
  return /media-type="(application\/vnd\.[\w.+-]+)"/.exec(entry)?.[1]?.toLowerCase();
}

/** An `index.xml` alone makes no Pages document: it has the history of its versions beside it. */
function isWhole(type: string, entries: readonly ZipEntry[]): boolean {
  return (
    !type.endsWith('apple.pages') ||
    entries.some(({ name }) => /^(?:buildVersionHistory\.plist|Index\/|Metadata\/)/.test(name))
  );
}

function textOf(body: Uint8Array, entry: ZipEntry | undefined): string {
  const bytes = entry === undefined ? undefined : readZipPart(body, entry, maxBytes);
  return bytes === undefined ? '' : Buffer.from(bytes).toString('latin1');
}

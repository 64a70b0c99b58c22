/** Bytes in which the first element of a document stands, with all of its namespaces. */
const headBytes = 10_000;

const ooxml = 'application/vnd.openxmlformats-officedocument.';

/** The type of a document of Office or OpenDocument whose parts stand in one XML file; undefined: it is none. */
export function flatType(body: Uint8Array): string | undefined {
  if (body[0] !== 0x3c && body[0] !== 0xef) return undefined;
  const head = Buffer.from(body.subarray(0, headBytes)).toString('latin1');
  if (/<pkg:package\s/.test(head)) {
    return `${ooxml}${/progid="PowerPoint|"\/ppt\//.test(head) ? 'presentationml.presentation' : 'wordprocessingml.document'}`;
  }
  if (!/<office:document\s/.test(head)) return undefined;
  return /\soffice:mimetype="(application\/vnd\.oasis\.opendocument\.[\w-]+)"/.exec(head)?.[1];
}

/** A text of a page, from its lower left corner. */
export type PlacedText = readonly [x: number, y: number, text: string];

/** A PDF of one page with these texts in Helvetica of 12 points, drawn in this order. */
export function pdfOf(texts: readonly PlacedText[]): Buffer {
  return drawnPdf(texts.map(([x, y, text]) => `BT /F1 12 Tf ${x} ${y} Td (${text}) Tj ET`).join('\n'));
}

/**
 * A PDF of one page that is drawn by these operators, with Helvetica as F1.
 * @param annotations of the page, as objects from 6 on
 */
export function drawnPdf(content: string, annotations: readonly string[] = []): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Annots[${annotations.map((_, at) => `${at + 6} 0 R`).join(' ')}]/Resources<</Font<</F1 5 0 R>>>>>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...annotations,
  ];
  let written = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = written.length;
    written += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer<</Size ${objects.length + 1}/Root 1 0 R>>`;
  return Buffer.from(`${written}${table}\nstartxref\n${written.length}\n%%EOF`);
}

import { documentLink } from '../base/links.ts';
import type { PdfLink } from './pdf-lines.ts';

/** Annotations of a page that are looked at. */
const maxAnnotations = 2_000;

/** What the library says of an annotation (ISO 32000-1 §12.5), as far as it is looked at. */
interface Annotation {
  readonly subtype?: string;
  readonly url?: string;
  readonly unsafeUrl?: string;
  readonly rect?: readonly number[];
  readonly fieldType?: string;
  readonly fieldName?: string;
  readonly fieldValue?: unknown;
  /** What can be chosen in a field. */
  readonly options?: readonly { readonly exportValue?: string; readonly displayValue?: string }[];
  readonly alternativeText?: string;
  /** Who made it. */
  readonly titleObj?: { readonly str?: string };
  readonly contentsObj?: { readonly str?: string };
}

/** Links of a page, and what its fields and notes say. */
export function readAnnotations(annotations: readonly Annotation[]): {
  readonly links: readonly PdfLink[];
  readonly notes: readonly string[];
} {
  const links: PdfLink[] = [];
  const notes: string[] = [];
  for (const one of annotations.slice(0, maxAnnotations)) {
    const href = documentLink(one.url ?? one.unsafeUrl);
    const [left = 0, bottom = 0, right = 0, top = 0] = one.rect ?? [];
    if (one.subtype === 'Link' && href !== undefined) links.push({ href, left, bottom, right, top });
    const said = one.subtype === 'Widget' ? fieldText(one) : noteText(one);
    if (said !== '') notes.push(said);
  }
  return { links, notes };
}

function fieldText({ fieldName, fieldType, fieldValue, options, alternativeText }: Annotation): string {
  if (fieldType === 'Btn') return '';
  const values = [fieldValue].flat().filter((value) => typeof value === 'string');
  const shown = values.map(
    (value) => options?.find(({ exportValue }) => exportValue === value)?.displayValue ?? value,
  );
  return labelled(alternativeText || fieldName || '', shown.join(', '));
}

/** The window of a note says what the note says. */
function noteText({ subtype, titleObj, contentsObj }: Annotation): string {
  return subtype === 'Link' || subtype === 'Popup'
    ? ''
    : labelled(titleObj?.str ?? '', contentsObj?.str ?? '');
}

function labelled(label: string, text: string): string {
  return text.trim() === '' || label.trim() === '' ? text.trim() : `${label}: ${text}`;
}

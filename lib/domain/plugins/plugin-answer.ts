import type { FieldValue } from '../../base/json.ts';
import type { ClassVerdict, FilterVerdict } from '../../base/page/topic-verdict.ts';
import type { Fields } from './plugin.ts';

/** The validated result of a plug-in, or what is wrong with it. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

const maxFields = 100;
const maxFieldCharacters = 100_000;
const maxClasses = 100;
const maxEvidence = 100;
const maxText = 1_000;
const fieldName = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** Validates the fields of a page, which have passed through JSON. */
export function readFields(value: unknown): Checked<Fields> {
  if (value === undefined || value === null) return { ok: true, value: {} };
  if (!isMapping(value)) return wrong(`expected fields, got ${shown(value)}`);
  const entries = Object.entries(value);
  if (entries.length > maxFields) return wrong(`${entries.length} fields, at most ${maxFields}`);
  for (const [name, field] of entries) {
    if (!fieldName.test(name)) return wrong(`a field called ${shown(name)}`);
    if (!isFieldValue(field))
      return wrong(
        `field ${name}: expected text, a number, a boolean or a list of them, got ${shown(field)}`,
      );
  }
  const { length } = JSON.stringify(value);
  if (length > maxFieldCharacters)
    return wrong(`fields of ${length} characters, at most ${maxFieldCharacters}`);
  return { ok: true, value: value as Fields };
}

/** Validates the result of `filter`, which has passed through JSON. @param filter ID of the filter */
export function readVerdict(value: unknown, filter: string): Checked<FilterVerdict> {
  if (!isMapping(value)) return wrong(`expected { relevant, score }, got ${shown(value)}`);
  const { relevant, score, classes = [] } = value;
  if (typeof relevant !== 'boolean') return wrong(`relevant: expected true or false, got ${shown(relevant)}`);
  if (!isNumber(score)) return wrong(`score: expected a number, got ${shown(score)}`);
  if (!Array.isArray(classes) || classes.length > maxClasses)
    return wrong(`classes: expected a list of at most ${maxClasses}, got ${shown(classes)}`);
  const read: ClassVerdict[] = [];
  for (const [at, one] of classes.entries()) {
    const found = classOf(one, at, score);
    if (typeof found === 'string') return wrong(`classes.${at}${found}`);
    read.push(found);
  }
  return { ok: true, value: { relevant, filter, kind: 'plugin', score, classes: read } };
}

function classOf(value: unknown, at: number, total: number): ClassVerdict | string {
  if (!isMapping(value)) return `: expected { id }, got ${shown(value)}`;
  const { id, score = total, share = at === 0 ? 1 : 0, evidence = [] } = value;
  if (!isText(id) || id === '') return `.id: expected text, got ${shown(id)}`;
  if (!isNumber(score)) return `.score: expected a number, got ${shown(score)}`;
  if (!isNumber(share) || share < 0 || share > 1)
    return `.share: expected a number from 0 to 1, got ${shown(share)}`;
  if (!Array.isArray(evidence) || evidence.length > maxEvidence || !evidence.every(isText))
    return `.evidence: expected a list of at most ${maxEvidence} texts, got ${shown(evidence)}`;
  return { id, score, share, evidence: evidence.map((term: string) => ({ term, score: 0 })) };
}

function isFieldValue(value: unknown): value is FieldValue {
  return value === null || isScalar(value) || (Array.isArray(value) && value.every(isScalar));
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'boolean' || isNumber(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxText;
}

export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An answer that cannot be used. */
export function wrong(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem: `it returned nonsense: ${problem}` };
}

/** A value as messages show it. */
export function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 80);
}

import type { InputFields } from '../../../lib/pipeline/operation/operation.ts';

export const script = '<script>alert(1)</script>';
export const hugeText = 'ä'.repeat(300_000);
export const manyIds = Array.from({ length: 10_000 }, (_, at) => `id-${at}`);

/** Values of every kind, for fields of every kind. */
const values: readonly unknown[] = [
  ...[
    '',
    ' ',
    script,
    '../../../etc/passwd',
    '%2e%2e%2f',
    '\u0000',
    '\ud800',
    'kept',
    'other',
    '*',
    'https://a.example/',
  ],
  ...[
    'file:///etc/passwd',
    'http://169.254.169.254/',
    hugeText,
    '__proto__',
    'constructor',
    '-1',
    '1e999',
    'NaN',
    'true',
  ],
  ...[0, -1, 1.5, 1e308, 2 ** 60, true, false, null, [], {}, manyIds, [[]], [null, 1, {}], { a: { b: {} } }],
  ...[{ host: script }, { host: 'herons.example', extra: 1 }, JSON.parse('{"__proto__":{"job":"kept"}}')],
];

/** What says each field with each value, and what no operation knows. */
export function oddInputs(fields: InputFields): readonly Readonly<Record<string, unknown>>[] {
  const names = Object.keys(fields);
  const one = names.flatMap((name) => values.map((value) => ({ [name]: value })));
  const all = values.map((value) => Object.fromEntries(names.map((name) => [name, value])));
  return [...one, ...all, { bogus: 1 }, { by: 'ann' }, { job: ['kept'] }, JSON.parse('{"__proto__":1}'), {}];
}

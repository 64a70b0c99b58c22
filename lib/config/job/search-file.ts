import * as z from 'zod';
import { WinnowError } from '../../base/error.ts';
import { isResultPath, type SearchApi } from '../../domain/seeds/search-api.ts';
import { readYaml } from '../file/yaml-source.ts';
import { readText } from '../layers/layer-file.ts';
import { secretVariable } from '../stack/environment.ts';

const schema = z.strictObject({
  url: z
    .string()
    .refine((url) => url.includes('{query}'), { error: 'has no {query}, where the query goes' })
    .refine((url) => URL.canParse(url.replaceAll('{query}', 'q').replaceAll('{key}', 'k')), {
      error: 'is no URL',
    }),
  results: z.string().refine(isResultPath, {
    error: 'is no path to the URLs of the results, such as web.results[].url',
  }),
  headers: z.record(z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/), z.string()).default({}),
  key: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, { error: 'is no name of lower-case letters, digits and hyphens' })
    .optional(),
});

/**
 * A search service as a file describes it, with the key from the environment: `key: brave` is what `WINNOW_SECRET_BRAVE`
 * is set to.
 * @throws WinnowError `config`, naming what is wrong; never with the key in it
 */
export function readSearchFile(path: string): { readonly api: SearchApi; readonly key: string } {
  const file = path;
  const source = readYaml(readText(path, 'there is no such file'));
  const [fault] = source.problems;
  if (fault !== undefined)
    throw new WinnowError('config', `${file}:${fault.line}:${fault.column}: ${fault.message}`);
  const parsed = schema.safeParse(source.value ?? {});
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path: at, message }) => `${file}: ${at.join('.')}: ${message}`);
    throw new WinnowError('config', lines.join('\n'));
  }
  const { url, results, headers, key } = parsed.data;
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const api: SearchApi = { url, results, headers: Object.fromEntries(lower) };
  const wantsKey = [url, ...Object.values(headers)].some((value) => value.includes('{key}'));
  if (!wantsKey) return { api, key: '' };
  if (key === undefined)
    throw new WinnowError(
      'config',
      `${file}: {key} is used, and no key named: 'key: NAME' is what WINNOW_SECRET_NAME holds`,
    );
  const { variable, value } = secretVariable(key);
  if (value === undefined)
    throw new WinnowError('config', `${file}: key: the environment variable ${variable} is not set`);
  return { api, key: value };
}

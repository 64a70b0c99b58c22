import * as z from 'zod';
import type { TextForm, TextRules } from '../../base/setting-kinds/setting.ts';
import { readWindow } from '../../domain/politeness/window.ts';
import { addressPattern, contact, host, jobName, proxy, secretName, url } from './job-values.ts';

/** What a text of each form must be; some are read into a canonical one. */
const forms: Readonly<Record<TextForm, z.ZodType<string, string>>> = {
  address: addressPattern,
  contact,
  host,
  'job name': jobName,
  proxy,
  'secret name': secretName,
  'time window': z.string().refine((value) => readWindow(value) !== undefined),
  url,
};

export function textSchema({ form, min, max, pattern, expected }: TextRules): z.ZodType<string, string> {
  if (form !== undefined) return forms[form];
  let schema = z.string();
  if (min !== undefined) schema = schema.min(min);
  if (max !== undefined) schema = schema.max(max);
  if (pattern !== undefined) schema = schema.regex(pattern);
  return expected === undefined ? schema : schema.meta({ expected });
}

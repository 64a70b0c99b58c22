import { jsonLine } from '../../base/json-line.ts';
import { maxPassed, textPass } from '../../documents/text-pass.ts';

/** `jsonLine(JSON.stringify(text))`, by the pass that the MD5 of the text has made already. */
export function textJson(text: string): string {
  return text.length <= maxPassed && text.isWellFormed()
    ? `"${textPass(text).json()}"`
    : jsonLine(JSON.stringify(text));
}

/** `jsonLine(JSON.stringify(value))` of an object whose `text` may be long. */
export function jsonWithText(value: { readonly text: string }): string {
  const before: Record<string, unknown> = {};
  const behind: Record<string, unknown> = {};
  let to = before;
  for (const [name, field] of Object.entries(value)) {
    if (name === 'text') to = behind;
    else to[name] = field;
  }
  const [first, second] = [inner(before), inner(behind)];
  const text = `"text":${textJson(value.text)}`;
  return `{${first}${first === '' ? '' : ','}${text}${second === '' ? '' : ','}${second}}`;
}

function inner(value: object): string {
  return jsonLine(JSON.stringify(value)).slice(1, -1);
}

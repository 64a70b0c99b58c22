/** What a text is by the way it begins, of formats that no signature tells. */
const starts: readonly (readonly [RegExp, string])[] = [
  [/^From [^\n]*\d{2}:\d{2}[^\n]*\n(?:>?[\w-]+:|\s)/, 'application/mbox'],
  [/^(?:%[^\n]*\n|\s)*\\(?:documentclass|documentstyle)\b/, 'application/x-tex'],
  [
    /^(?:(?:Received|Return-Path|Delivered-To|Message-ID|MIME-Version|X-[\w-]+): [^\n]*\n(?:[ \t][^\n]*\n)*)+(?:From|To|Subject|Date): /i,
    'message/rfc822',
  ],
  [
    /^(?:From|Date|Subject|To): [^\n]*\n(?:[\w-]+: ?[^\n]*\n(?:[ \t][^\n]*\n)*)*(?:Message-ID|MIME-Version|Date|From): /i,
    'message/rfc822',
  ],
  [/^%!/, 'application/postscript'],
];

/** The type of an undeclared text. */
export function textType(header: string): string {
  const text = header.replaceAll('\r\n', '\n');
  return starts.find(([pattern]) => pattern.test(text))?.[1] ?? 'text/plain';
}

/** The type of an XML document by its first element. */
export function xmlType(header: string): string {
  const root = /<(?![?!])(?:[\w-]+:)?([\w-]+)/.exec(header.replace(/<!--[\s\S]*?(?:-->|$)/g, ''))?.[1];
  if (root === 'svg') return 'image/svg+xml';
  return root === 'html' ? 'application/xhtml+xml' : 'text/xml';
}

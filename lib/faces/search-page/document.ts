import { hash } from 'node:crypto';
import { escaped } from '../../base/html/text.ts';

/** Colours by role, light and dark; contrast of text is over 4.5:1 in both. No font is fetched. */
const style = `
:root{color-scheme:light dark;--back:#fbfaf8;--ink:#1d1c1a;--dim:#5f5b54;--line:#8a857c;--link:#1d4f91;--hit:#fde68a}
@media(prefers-color-scheme:dark){:root{--back:#161513;--ink:#eceae5;--dim:#aaa59b;--line:#7d776d;--link:#a5cbf7;--hit:#6b4e00}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:52rem;padding:1rem 1rem 3rem;background:var(--back);color:var(--ink);
font:1rem/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:.15em}
a:focus-visible,input:focus-visible,button:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-100vw}.skip:focus{left:1rem;top:.5rem;background:var(--back);padding:.3rem .6rem}
h1{font-size:1.4rem;line-height:1.2;margin:.4rem 0 .8rem}h2{font-size:1.1rem;margin:0;font-weight:600}
form{display:flex;flex-wrap:wrap;gap:.5rem}
input{flex:1 1 14rem;min-width:0}
input,button{font:inherit;padding:.5rem .7rem;border:1px solid var(--line);border-radius:.4rem;background:var(--back);color:var(--ink)}
label{flex-basis:100%}
.dim,dt,footer{color:var(--dim);font-size:.9rem}p{margin:.2rem 0}
main ol{list-style:none;padding:0;margin:1rem 0}main ol>li{margin:0 0 1.2rem}
mark{background:var(--hit);color:inherit}
dl{margin:.6rem 0}dd{margin:0 0 .3rem}dd ul{display:flex;flex-wrap:wrap;gap:.2rem 1rem;list-style:none;margin:0;padding:0}
pre{white-space:pre-wrap;font:inherit;border-top:1px solid var(--line);padding-top:.8rem}
nav{display:flex;gap:1rem;margin:1rem 0}
`.replaceAll('\n', '');

/** Nothing runs and nothing is fetched; forms ask this server, and links out open in a window of their own. */
const policy = [
  `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'self'`,
  "frame-ancestors 'none'; sandbox allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox",
].join('; ');

interface Answered {
  readonly title: string;
  /** HTML. */
  readonly body: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A page of HTML, with what keeps it from running anything. */
export function htmlResponse({ title, body, status = 200, headers = {} }: Answered): Response {
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
  return new Response(text, {
    status,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  });
}

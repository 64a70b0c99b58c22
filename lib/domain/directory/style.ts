/** Colours by role, light and dark; contrast of text is over 4.5:1 in both. No font is fetched. */
export const style = `
:root{color-scheme:light dark;--back:#fbfaf8;--ink:#1d1c1a;--dim:#5f5b54;--line:#e0dcd4;--link:#1d4f91}
@media(prefers-color-scheme:dark){:root{--back:#161513;--ink:#eceae5;--dim:#aaa59b;--line:#37342f;--link:#a5cbf7}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:52rem;padding:1rem 1.2rem 3rem;background:var(--back);color:var(--ink);
font:1rem/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:.15em}
a:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-100vw}.skip:focus{left:1rem;top:.5rem;background:var(--back);padding:.3rem .6rem}
h1{font-size:1.8rem;line-height:1.2;margin:.6rem 0 .1rem}
h2{font-size:1.15rem;margin:1.8rem 0 .4rem;padding-bottom:.2rem;border-bottom:1px solid var(--line)}
header p,footer,.why,cite,nav span{color:var(--dim);font-size:.9rem}
cite{font-style:normal}header p{margin:0}
.way ol{list-style:none;display:flex;flex-wrap:wrap;padding:0;margin:0}
.way li+li::before{content:"/"/"";color:var(--dim);padding:0 .5rem}
.tree ul{margin:0;padding-left:1.2rem;list-style:none}.tree>ul{padding:0;columns:2 16rem;column-gap:2rem}
.tree>ul>li{break-inside:avoid;margin-bottom:.5rem}
.beside ul{list-style:none;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:.2rem 1.6rem}
main ol{padding-left:2rem;margin:.4rem 0}
main li{margin-bottom:.9rem}main li::marker{color:var(--dim);font-variant-numeric:tabular-nums}
main li>a{font-weight:600}main p{margin:.1rem 0}
footer{margin-top:2.5rem;border-top:1px solid var(--line)}
@media print{.skip,.way{display:none}a{color:inherit}li{break-inside:avoid}}
`.replaceAll('\n', '');

/** Colours by role, light and dark; nothing is fetched, so the fonts are those that are there. */
export const style = `
:root{color-scheme:light dark;--back:#f6f5f2;--card:#fff;--ink:#1d1c1a;--dim:#67635c;--line:#e3e0da;
--on-topic:#c2410c;--refused:#9a948a;--fine:#7aa7d9;--coarse:#1d4f91;--bar:#3f77b5;--warm:194 65 12}
@media(prefers-color-scheme:dark){:root{--back:#161513;--card:#201f1c;--ink:#eceae5;--dim:#a49f95;--line:#37342f;
--on-topic:#fb923c;--refused:#7d776d;--fine:#4c7fb8;--coarse:#a5cbf7;--bar:#6a9fd8;--warm:251 146 60}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;
font-variant-numeric:tabular-nums}
main{max-width:76rem;margin:0 auto;padding:1.2rem 1rem 3rem}
a{color:inherit;text-decoration-color:var(--dim);text-underline-offset:.15em}
h1{font-size:1.5rem;line-height:1.2;margin:0;overflow-wrap:anywhere}
h2{font-size:1rem;margin:0 0 .2rem}
p{margin:.2rem 0}.dim,caption,.note{color:var(--dim);font-size:.87rem}
header{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;align-items:baseline;margin-bottom:1rem}
.state{border:1px solid var(--line);border-radius:1rem;padding:0 .6rem;font-size:.87rem}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.6rem,1fr));gap:.7rem;margin-bottom:.7rem}
.figures div,section{background:var(--card);border:1px solid var(--line);border-radius:.6rem}
.figures div{padding:.6rem .8rem}.figures b{display:block;font-size:1.5rem;line-height:1.25;font-weight:600}
section{padding:.8rem 1rem 1rem;min-width:0}
.cards{columns:2 24rem;column-gap:.7rem;margin-top:.7rem}.cards section{break-inside:avoid;margin-bottom:.7rem}
main>section{margin-top:.7rem}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;padding:.2rem .7rem .2rem 0;border-bottom:1px solid var(--line);vertical-align:top}
tr:last-child td{border-bottom:0}
th{font-weight:500;color:var(--dim);font-size:.82rem;vertical-align:bottom}
.n{text-align:right;white-space:nowrap}td:last-child,th:last-child{padding-right:0}
.t{overflow-wrap:anywhere;min-width:9rem}
.share{width:22%;min-width:3.5rem;padding-top:.62rem}
.share i{display:block;height:.5rem;border-radius:.25rem;background:var(--bar);min-width:1px}
.heat td.n{padding-right:.5rem;padding-left:.5rem}
.plot{margin:.6rem 0 0;display:grid;grid-template-columns:auto 1fr;grid-template-rows:auto 1fr auto auto}
.y-name{grid-column:1/-1;color:var(--dim);font-size:.8rem;margin-bottom:.5rem}
.y{position:relative;width:2.9rem}.y,.x{font-size:.78rem}.y span,.x span{position:absolute;color:var(--dim);line-height:1}
.y span{right:.5rem;transform:translateY(50%);white-space:nowrap}
.area{position:relative;height:10rem;border-left:1px solid var(--line);outline-offset:3px}
.by-time .area,.by-pages .area{height:min(24rem,60vh);cursor:crosshair}
.area svg{position:absolute;inset:0;width:100%;height:100%;overflow:visible}
.x{grid-column:2;position:relative;height:1.5rem}.x span{top:.5rem;white-space:nowrap}
.x-name{grid-column:2;text-align:center;color:var(--dim);font-size:.8rem}
svg path{fill:none;vector-effect:non-scaling-stroke}
.grid{stroke:var(--line)}.bar{fill:var(--bar)!important}
.dot{stroke-linecap:round;stroke-width:5;stroke:var(--refused);opacity:.55}.dot.on-topic{stroke:var(--on-topic)}
.fine{stroke:var(--fine);stroke-width:1.5;stroke-linejoin:round}.coarse{stroke:var(--coarse);stroke-width:3;stroke-linejoin:round}
.ring{position:absolute;width:15px;height:15px;margin:-7.5px;border:2px solid var(--ink);border-radius:50%;z-index:1;pointer-events:none}
.pick{position:absolute;opacity:0;pointer-events:none}
.keys{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;align-items:center;font-size:.85rem;color:var(--dim)}
.keys i{display:inline-block;vertical-align:middle;margin-right:.4rem;background:var(--refused);width:8px;height:8px;border-radius:50%}
.keys i.k{background:var(--on-topic)}.keys i.f,.keys i.c{width:20px;height:2px;border-radius:0;background:var(--fine)}.keys i.c{height:3px;background:var(--coarse)}
.choice{margin-left:auto;display:flex;border:1px solid var(--line);border-radius:1rem;overflow:hidden}
.choice label{padding:.1rem .8rem;cursor:pointer}
#by-pages:checked~.plots .by-time,#by-time:checked~.plots .by-pages{display:none}
#by-time:checked~.keys label[for=by-time],#by-pages:checked~.keys label[for=by-pages]{background:var(--ink);color:var(--card)}
#by-time:focus-visible~.keys .choice,#by-pages:focus-visible~.keys .choice{outline:2px solid var(--coarse)}
.page{border-top:1px solid var(--line);margin-top:.8rem;padding-top:.6rem;min-height:4.6rem;overflow-wrap:anywhere}
.page h3{font-size:1rem;margin:0}
.page dl{display:flex;flex-wrap:wrap;gap:.1rem 1.4rem;margin:.3rem 0 0}.page dl div{display:flex;gap:.4rem}
.page dt{color:var(--dim)}.page dd{margin:0}
footer{margin-top:1.2rem;color:var(--dim);font-size:.85rem;max-width:60rem}
@media(max-width:40rem){body{font-size:14px}main{padding:.8rem .6rem 2rem}section{padding:.7rem .7rem .8rem}
.by-time .area,.by-pages .area{height:17rem}.x span:nth-child(even){display:none}.choice{margin-left:0}
.figures{grid-template-columns:1fr 1fr}.figures b{font-size:1.25rem}.y{width:2.4rem}.share{display:none}th,td{padding-right:.5rem}.t{min-width:7rem}.dot{stroke-width:4}}
@media print{body{background:#fff}.choice,.page{display:none}section{break-inside:avoid}}
`.replaceAll('\n', '');

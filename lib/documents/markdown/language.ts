import type { Block } from '../blocks/block.ts';

/** Names that say a language, as the programs that mark code up write them. */
const named =
  /(?:^|\s)(?:(?:language|lang|highlight-source|highlight-text|highlight|shj-lang|src)-|(?:brush|language|lang):\s*)([\w+#.-]+)/i;
/** Classes that stand before or behind the bare name of a language. */
const beside =
  /(?:^|\s)(?:hljs|sourceCode|prettyprint|code|highlight|prism|chroma|syntax|programlisting|rouge|shiki)(?=\s|$)/gi;
const bare = new Set(
  (
    'ada asm awk bash bat batch c c++ c# cc clojure cmake cobol cpp cs csharp css csv d dart delphi diff docker dockerfile elixir elm erlang ' +
    'f# fortran fsharp go golang graphql groovy haskell html http ini java javascript js json json5 jsonc jsx julia kotlin latex less lisp lua make makefile ' +
    'markdown matlab md nginx nim nix objc objective-c ocaml pascal perl php plsql postgresql powershell prolog proto ps1 py pycon python python3 ' +
    'r rb rs rst ruby rust sass scala scheme scss sh shell shell-session solidity sql svelte swift tcl terraform tex toml ts tsx typescript vb verilog vhdl vim vue wasm ' +
    'xml yaml yml zig zsh'
  ).split(' '),
);
const none: ReadonlySet<string> = new Set(
  'default none text plain plaintext txt nohighlight no-highlight auto unknown notranslate highlight'.split(
    ' ',
  ),
);
/** Languages of people that `lang` names; those that share their code with one of programs are none here. */
const natural =
  /^(?:..-.*|en|de|fr|es|it|pt|ru|zh|ja|ko|nl|sv|da|no|nb|fi|cs|uk|ar|he|hi|id|vi|th|el|hu|ro)$/i;

/** Elements around code are looked at so far up, and while they have so much text beside it. UTF-16 units. */
const mostAround = 3;
const mostBeside = 80;

/** The language that a block of code is in, as it, the `code` in it or what stands around it alone says; empty: none says one. */
export function languageOf(block: Block): string {
  const own = saidBy(block, true);
  if (own !== undefined) return own;
  for (const child of block.children) {
    const said = typeof child === 'string' || child.name !== 'code' ? undefined : saidBy(child, true);
    if (said !== undefined) return said;
  }
  let around = block.parent;
  for (let level = 0; level < mostAround && around !== undefined; level++) {
    if (lengthOf(around) - lengthOf(block) > mostBeside) return '';
    const said = saidBy(around, false);
    if (said !== undefined) return said;
    around = around.parent;
  }
  return '';
}

function lengthOf({ start, end }: Block): number {
  return end - start;
}

/** @param isCode it is the element of the code itself: then a bare name is a language, too */
function saidBy({ attributes }: Block, isCode: boolean): string | undefined {
  const { class: classes = '', lang } = attributes;
  const said = attributes['data-lang'] ?? attributes['data-language'] ?? named.exec(classes)?.[1];
  if (said !== undefined) return cleaned(said);
  if (!isCode) return undefined;
  if (lang !== undefined && !natural.test(lang)) return cleaned(lang);
  const name = classes
    .replace(beside, ' ')
    .trim()
    .split(/\s+/)
    .find((one) => bare.has(one.toLowerCase()));
  return name === undefined ? undefined : cleaned(name);
}

/** A name behind a fence has no spaces; GitHub's names of HTML are those of its grammars. */
function cleaned(said: string): string | undefined {
  const name = said
    .trim()
    .toLowerCase()
    .replace(/^html-basic$/, 'html');
  if (!/^[\w+#.-]{1,40}$/.test(name)) return undefined;
  return none.has(name) ? '' : name;
}

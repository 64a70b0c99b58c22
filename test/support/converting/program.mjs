// A converter for tests: the document is the body of a function in JavaScript, and what that returns is its HTML.
import { readFileSync } from 'node:fs';

const script = readFileSync(process.argv[2], 'utf8').replace(/^%PDF-1\.7\n/, '');
const code = `export default await (async () => { ${script} })()`;
const { default: html } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
process.stdout.write(String(html));

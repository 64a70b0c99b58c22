export { MadeFiles } from './files/made-files.ts';
export { writePieces } from './files/write-pieces.ts';

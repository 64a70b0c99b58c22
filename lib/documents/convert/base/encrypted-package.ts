import { createDecipheriv, hash } from 'node:crypto';
import { openCompoundFile, rootStream } from '../../sniff/compound-file.ts';
import { Unreadable } from '../converter.ts';

/** What Excel encrypts workbooks with that are protected against writing: everybody can read these (MS-OFFCRYPTO §2.4.2.3). */
const openPassword = 'VelvetSweatshop';

/** Rounds of a key's derivation: Office makes 100,000, and a file may say any number. */
const maxRounds = 1_000_000;

const segmentBytes = 4_096;

/** The package in an encrypted Office document that needs no password. @throws Unreadable 'encrypted' if it needs one */
export function decryptPackage(body: Uint8Array): Uint8Array {
  const file = openCompoundFile(body);
  const stream = (name: string): Buffer | undefined => {
    const entry = file === undefined ? undefined : rootStream(file, name);
    return entry === undefined ? undefined : file?.read(entry);
  };
  const info = stream('EncryptionInfo');
  const encrypted = stream('EncryptedPackage');
  if (info === undefined || encrypted === undefined || info.length < 12 || encrypted.length < 8) {
    throw new Unreadable('unsupported', 'an OLE file without a document that is known');
  }
  const size = encrypted.readUInt32LE(0);
  const data = encrypted.subarray(8);
  const isAgile = info.readUInt16LE(0) === 4 && info.readUInt16LE(2) === 4;
  return (isAgile ? decryptAgile(info.toString('utf8', 8), data) : decryptStandard(info, data)).subarray(
    0,
    size,
  );
}

/** §2.3.4.5 to §2.3.4.9 */
function decryptStandard(info: Buffer, data: Buffer): Buffer {
  const verifier = 12 + info.readUInt32LE(8);
  if (verifier + 72 > info.length) throw needsPassword();
  const keyBytes = info.readUInt32LE(12 + 16) >> 3 || 16;
  const salt = info.subarray(verifier + 4, verifier + 20);
  const spun = spin('sha1', salt, 50_000);
  const last = digest('sha1', [spun, number(0)]);
  const half = (fill: number): Buffer => {
    const block = Buffer.alloc(64, fill);
    for (const [at, byte] of last.entries()) block[at] = fill ^ byte;
    return digest('sha1', [block]);
  };
  const key = Buffer.concat([half(0x36), half(0x5c)]).subarray(0, keyBytes);
  if (![16, 24, 32].includes(key.length)) throw needsPassword();
  const ecb = (bytes: Buffer): Buffer => decipher(`aes-${key.length * 8}-ecb`, key, null, bytes);
  const input = ecb(info.subarray(verifier + 20, verifier + 36));
  const expected = ecb(info.subarray(verifier + 40, verifier + 72)).subarray(0, 20);
  if (!digest('sha1', [input]).equals(expected)) throw needsPassword();
  return ecb(data);
}

/** §2.3.4.10 to §2.3.4.15 */
function decryptAgile(xml: string, data: Buffer): Buffer {
  const keyData = attributesOf(xml, 'keyData');
  const own = attributesOf(xml, 'encryptedKey');
  const rounds = Number(own('spinCount'));
  const algorithm = own('hashAlgorithm').toLowerCase().replace('-', '');
  const keyBytes = Number(own('keyBits')) >> 3;
  if (
    !(rounds <= maxRounds) ||
    !/^sha(?:1|256|384|512)$/.test(algorithm) ||
    ![16, 24, 32].includes(keyBytes)
  ) {
    throw needsPassword();
  }
  const salt = Buffer.from(own('saltValue'), 'base64');
  const spun = spin(algorithm, salt, rounds);
  const open = (name: string, block: string): Buffer => {
    const key = sized(digest(algorithm, [spun, Buffer.from(block, 'hex')]), keyBytes);
    return decipher(`aes-${keyBytes * 8}-cbc`, key, sized(salt, 16), Buffer.from(own(name), 'base64'));
  };
  const input = open('encryptedVerifierHashInput', 'fea7d2763b4b9e79');
  const expected = open('encryptedVerifierHashValue', 'd7aa0f6d3061344e');
  const actual = digest(algorithm, [input.subarray(0, Number(own('saltSize')) || 16)]);
  if (!actual.equals(expected.subarray(0, actual.length))) throw needsPassword();
  const secret = sized(open('encryptedKeyValue', '146e0be7abacd0d6'), keyBytes);
  const dataSalt = Buffer.from(keyData('saltValue'), 'base64');
  const segments: Buffer[] = [];
  for (let at = 0, segment = 0; at + 16 <= data.length; at += segmentBytes, segment++) {
    const vector = sized(digest(algorithm, [dataSalt, number(segment)]), 16);
    const part = data.subarray(at, at + segmentBytes);
    segments.push(decipher(`aes-${keyBytes * 8}-cbc`, secret, vector, part.subarray(0, part.length & ~15)));
  }
  return Buffer.concat(segments);
}

function spin(algorithm: string, salt: Buffer, rounds: number): Buffer {
  let spun = digest(algorithm, [salt, Buffer.from(openPassword, 'utf16le')]);
  for (let round = 0; round < rounds; round++) spun = digest(algorithm, [number(round), spun]);
  return spun;
}

function digest(algorithm: string, parts: readonly Buffer[]): Buffer {
  return hash(algorithm, Buffer.concat(parts), 'buffer');
}

function decipher(algorithm: string, key: Buffer, vector: Buffer | null, bytes: Buffer): Buffer {
  try {
    const opened = createDecipheriv(algorithm, key, vector).setAutoPadding(false);
    return Buffer.concat([opened.update(bytes.subarray(0, bytes.length & ~15)), opened.final()]);
  } catch {
    throw needsPassword();
  }
}

/** Cut off, or filled up with 0x36. */
function sized(bytes: Buffer, length: number): Buffer {
  return bytes.length >= length
    ? bytes.subarray(0, length)
    : Buffer.concat([bytes, Buffer.alloc(length - bytes.length, 0x36)]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function attributesOf(xml: string, element: string): (name: string) => string {
  const tag = new RegExp(`<(?:\\w+:)?${element}\\s[^<>]*>`).exec(xml)?.[0] ?? '';
  return (name) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}

function needsPassword(): Unreadable {
  return new Unreadable('encrypted', 'it needs a password');
}

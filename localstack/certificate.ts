import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A self-signed certificate for 127.0.0.1 and localhost, valid for a year, and its key. Both PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const tag = { integer: 2, bits: 3, octets: 4, oid: 6, utf8: 12, generalizedTime: 24, sequence: 48, set: 49 };
const oid = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
  keyUsage: '551d0f',
  subjectKeyIdentifier: '551d0e',
};

/**
 * Written out as DER by hand: openssl is not on every machine, and Node makes no certificates.
 * @param now epoch ms
 */
export function selfSignedCertificate(now: number): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const algorithm = der(tag.sequence, der(tag.oid, hex(oid.ecdsaWithSha256)));
  const name = der(
    tag.sequence,
    der(
      tag.set,
      der(tag.sequence, der(tag.oid, hex(oid.commonName)), der(tag.utf8, text('Winnow local cloud'))),
    ),
  );
  const day = 86_400_000;
  const body = der(
    tag.sequence,
    der(0xa0, der(tag.integer, hex('02'))),
    der(tag.integer, Buffer.concat([hex('01'), randomBytes(8)])),
    algorithm,
    name,
    der(tag.sequence, time(now - day), time(now + 365 * day)),
    name,
    spki,
    der(0xa3, der(tag.sequence, ...extensions(spki))),
  );
  const signature = sign('sha256', body, privateKey);
  const whole = der(tag.sequence, body, algorithm, der(tag.bits, hex('00'), signature));
  return {
    cert: pem('CERTIFICATE', whole),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Clients trust it as its own authority, so it is one: Python's strict mode also wants key usage and identifier. */
function extensions(spki: Buffer): Buffer[] {
  const yes = hex('0101ff');
  const addresses = der(tag.sequence, der(0x87, hex('7f000001')), der(0x82, text('localhost')));
  return [
    extension(oid.subjectAltName, addresses),
    extension(oid.basicConstraints, der(tag.sequence, yes), yes),
    extension(oid.keyUsage, der(tag.bits, hex('0284')), yes),
    extension(oid.subjectKeyIdentifier, der(tag.octets, createHash('sha1').update(spki).digest())),
  ];
}

function extension(id: string, value: Buffer, critical: Buffer = Buffer.alloc(0)): Buffer {
  return der(tag.sequence, der(tag.oid, hex(id)), critical, der(tag.octets, value));
}

function der(type: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Uint8Array.from([type, ...size]), content]);
}

function time(at: number): Buffer {
  return der(tag.generalizedTime, text(`${new Date(at).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
}

function hex(digits: string): Buffer {
  return Buffer.from(digits, 'hex');
}

function text(value: string): Buffer {
  return Buffer.from(value, 'utf8');
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

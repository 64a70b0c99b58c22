/** Whether bytes are MP4 video by its first box (WHATWG MIME Sniffing §6.2.1). */
export function isMp4(body: Uint8Array): boolean {
  if (body.length < 12) return false;
  const view = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const size = view.readUInt32BE(0);
  if (size > body.length || size % 4 !== 0 || view.toString('latin1', 4, 8) !== 'ftyp') return false;
  for (let at = 8; at < Math.min(size, 1_024); at += at === 8 ? 8 : 4) {
    if (view.toString('latin1', at, at + 3) === 'mp4') return true;
  }
  return false;
}

/** Whether bytes are WebM by the document type of their EBML header (§6.2.2). */
export function isWebm(body: Uint8Array): boolean {
  if (body[0] !== 0x1a) return false;
  const header = Buffer.from(body.subarray(0, 64)).toString('latin1');
  return header.startsWith('\x1aE\xdf\xa3') && /B\x82[\s\S]{1,8}?webm/.test(header.slice(4));
}

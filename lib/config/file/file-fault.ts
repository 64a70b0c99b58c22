/**
 * Why a file or a directory cannot be read or written, in words.
 * @param absent what to do when it is not there
 */
export function fileFault(error: unknown, absent = ''): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  const why = Object.hasOwn(faultText, code) ? faultText[code as keyof typeof faultText] : error.message;
  return absent !== '' && (code === 'ENOENT' || code === 'ENOTDIR') ? `${why}; ${absent}` : why;
}

/** By the codes of POSIX and of Node.js. */
const faultText = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is a file, not a directory',
  EISDIR: 'it is a directory, not a file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ELOOP: 'its symbolic links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the disk does not answer (input/output error)',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8 text',
} as const;

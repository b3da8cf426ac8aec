import { FileRefusal } from './file-refusal'

export type ImageKind = 'jpeg' | 'png' | 'webp'
/** The type of a file according to its content. */
export interface DetectedType {
  kind: ImageKind | 'pdf' | 'xlsx' | 'docx' | 'zip' | 'text'
  mime: string
  isImage: boolean
}
/** Number of leading bytes that `detectFileType` needs, or the whole file if it is shorter. */
export const DETECTION_BYTES = 64 * 1024
const OFFICE_MIME_PREFIX = 'application/vnd.openxmlformats-officedocument'
const mimeByKind: Readonly<Record<DetectedType['kind'], string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
  xlsx: `${OFFICE_MIME_PREFIX}.spreadsheetml.sheet`,
  docx: `${OFFICE_MIME_PREFIX}.wordprocessingml.document`,
  zip: 'application/zip',
  text: 'text/plain',
}

/**
 * Detects a file's type by the signature of its format. Neither its name nor the announced type counts, except that the
 * name distinguishes CSV from text.
 * @throws FileRefusal empty, heic, gif, markup (SVG, HTML, XML), program, unknownType
 */
export function detectFileType(head: Uint8Array, name = ''): DetectedType {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, DETECTION_BYTES))
  if (bytes.length === 0) throw new FileRefusal('empty')
  refuseForbiddenKinds(bytes)
  const kind = detectBinaryKind(bytes) ?? detectTextKind(bytes)
  const mime = kind === 'text' && /\.csv$/i.test(name) ? 'text/csv' : mimeByKind[kind]
  return { kind, mime, isImage: kind === 'jpeg' || kind === 'png' || kind === 'webp' }
}

const startsWithHex = (bytes: Buffer, hex: string) => bytes.subarray(0, hex.length / 2).toString('hex') === hex
const readAscii = (bytes: Buffer, start: number, end: number) => bytes.toString('latin1', start, end)

function detectBinaryKind(bytes: Buffer): DetectedType['kind'] | null {
  if (startsWithHex(bytes, 'ffd8ff')) return 'jpeg'
  if (startsWithHex(bytes, '89504e470d0a1a0a')) return 'png'
  if (readAscii(bytes, 0, 4) === 'RIFF' && readAscii(bytes, 8, 12) === 'WEBP') return 'webp'
  if (readAscii(bytes, 0, 5) === '%PDF-') return 'pdf'
  if (!startsWithHex(bytes, '504b0304')) return null
  if (bytes.includes('xl/')) return 'xlsx'
  return bytes.includes('word/') ? 'docx' : 'zip'
}
/** Signatures of programs: Linux, macOS (both byte orders and universal), Java. */
const programSignaturesHex = ['7f454c46', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe']
/** A Windows program begins with "MZ", like some tables, but only a program has zero bytes in its header. */
const isWindowsProgram = (bytes: Buffer) => readAscii(bytes, 0, 2) === 'MZ' && bytes.subarray(0, 64).includes(0)
/** A script names its interpreter by a path. */
const isScript = (bytes: Buffer) => /^#!\s*\//.test(readAscii(bytes, 0, 64))
function refuseForbiddenKinds(bytes: Buffer): void {
  const hasProgramSignature = programSignaturesHex.some((magic) => startsWithHex(bytes, magic))
  if (hasProgramSignature || isWindowsProgram(bytes) || isScript(bytes)) throw new FileRefusal('program')
  if (/^GIF8[79]a$/.test(readAscii(bytes, 0, 6))) throw new FileRefusal('gif')
  if (readAscii(bytes, 4, 8) !== 'ftyp') return
  throw new FileRefusal(/^(hei|hev|mif1|msf1)/.test(readAscii(bytes, 8, 12)) ? 'heic' : 'unknownType')
}
function detectTextKind(bytes: Buffer): 'text' {
  const text = decodeText(bytes, 'utf-8') ?? decodeText(bytes, 'gb18030')
  if (text === null || /\p{Cc}/u.test(text.replace(/\s/g, ''))) throw new FileRefusal('unknownType')
  // A measured value below a limit, such as "<10", is not markup.
  if (/^[\ufeff\s]*<[a-z!?/]/i.test(text)) throw new FileRefusal('markup')
  return 'text'
}
function decodeText(bytes: Buffer, encoding: string): string | null {
  try {
    // `stream` allows an incomplete last character at the end of the sample
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

type FileFamily = 'picture' | 'pdf' | 'archive' | 'text'
const familyByKind: Readonly<Record<DetectedType['kind'], FileFamily>> = {
  jpeg: 'picture',
  png: 'picture',
  webp: 'picture',
  pdf: 'pdf',
  xlsx: 'archive',
  docx: 'archive',
  zip: 'archive',
  text: 'text',
}
const familyByExtension: Readonly<Record<string, FileFamily>> = {
  ...Object.fromEntries(['jpg', 'jpeg', 'png', 'webp'].map((extension) => [extension, 'picture'])),
  pdf: 'pdf',
  ...Object.fromEntries(['xlsx', 'docx', 'zip'].map((extension) => [extension, 'archive'])),
  ...Object.fromEntries(['txt', 'csv', 'json', 'md', 'log'].map((extension) => [extension, 'text'])),
}
const problemByFamily = {
  picture: 'misnamedPicture',
  pdf: 'misnamedPdf',
  archive: 'misnamedArchive',
  text: 'misnamedText',
} as const satisfies Record<FileFamily, string>
/**
 * Asserts that the extension of a name does not contradict the content, since the reader's programs open the file by its
 * extension. Harmless text may have any unknown extension or another one for text, e.g. JSON as `.txt`.
 * @throws FileRefusal that says what the file is
 */
export function assertNameFits({ kind }: DetectedType, name: string): void {
  const [, extension = ''] = /\.([a-z0-9]{1,8})$/i.exec(name) ?? []
  const namedFamily = familyByExtension[extension.toLowerCase()]
  const family = familyByKind[kind]
  if (namedFamily && namedFamily !== family) throw new FileRefusal(problemByFamily[family], { value: name.slice(-60) })
}

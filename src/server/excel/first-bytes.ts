import { WorkbookRefusal } from './workbook-refusal'

/** True for CSV files; the file name decides how a file is read. */
export const isCsv = (fileName: string): boolean => /\.csv$/i.test(fileName)
/** True for a zip archive, as every .xlsx is (APPNOTE.TXT, 4.3.7). */
export const isZip = (bytes: Buffer): boolean => bytes.length >= 4 && bytes.readUInt32LE(0) === 0x04034b50
/** True for a compound file, as .xls and encrypted workbooks are (MS-CFB, 2.2). */
export const isCompound = (bytes: Buffer): boolean => bytes.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1'
/** True for little-endian UTF-16 with BOM. */
export const isUtf16 = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === 0xfe
/** True if the bytes cannot be text, i.e. another file type under a text file's name. */
export const isBinary = (bytes: Buffer): boolean => !isUtf16(bytes) && bytes.includes(0)
/**
 * True for text in UTF-16 that we cannot read: without BOM, or big-endian. Its digits, separators and line ends have a
 * zero byte each, all at even or all at odd positions.
 */
export function isUnreadableUtf16(bytes: Buffer): boolean {
  if (!isBinary(bytes)) return false
  const zeroCounts: [even: number, odd: number] = [0, 0]
  for (const [i, byte] of bytes.entries()) if (byte === 0) zeroCounts[i % 2 === 0 ? 0 : 1] += 1
  return Math.min(...zeroCounts) === 0 && Math.max(...zeroCounts) > 2
}

/** Asserts by its first bytes that a file can be a workbook or CSV. @throws WorkbookRefusal notExcel, notUtf8 */
export function assertSheetBytes(head: Buffer, fileName: string): void {
  if (isCsv(fileName) && isUnreadableUtf16(head)) throw new WorkbookRefusal('notUtf8')
  if (isCsv(fileName) ? isBinary(head) : !isZip(head) && !isCompound(head)) throw new WorkbookRefusal('notExcel')
}

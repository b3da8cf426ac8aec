import { SheetRefusal } from './refusal'

/** What a sheet is called decides how it is read. */
export const isCsv = (fileName: string): boolean => /\.csv$/i.test(fileName)
/** A zip archive, as every .xlsx is (APPNOTE.TXT, 4.3.7). */
export const isZip = (bytes: Buffer): boolean => bytes.length >= 4 && bytes.readUInt32LE(0) === 0x04034b50
/** A compound file, as .xls and encrypted workbooks are (MS-CFB, 2.2). */
export const isCompound = (bytes: Buffer): boolean => bytes.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1'
/** UTF-16 with its mark, little endian. */
export const isUtf16 = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === 0xfe
/** Bytes that no text has: something else under the name of a text. */
export const isNoText = (bytes: Buffer): boolean => !isUtf16(bytes) && bytes.includes(0)

/** Refuses what cannot be a sheet, by the beginning of its bytes. @throws SheetRefusal notExcel */
export function refuseNoSheet(head: Buffer, fileName: string): void {
  if (isCsv(fileName) ? isNoText(head) : !isZip(head) && !isCompound(head)) throw new SheetRefusal('notExcel')
}

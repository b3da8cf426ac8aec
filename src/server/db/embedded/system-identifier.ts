/**
 * Gives a copied database a new system identifier, which initdb generates once per cluster. PostgreSQL compares the
 * identifiers of the control file and of each log file, so all of them are changed. The database must have been shut down
 * cleanly.
 */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** Offset of `xlp_sysid` in the long header at the start of each log file (`XLogLongPageHeaderData`). */
const LOG_IDENTIFIER_OFFSET = 24
/** Size of a disk sector. The content of the control file is smaller, so that PostgreSQL writes it atomically. */
const SECTOR_BYTES = 512
const LOG_FILE_PATTERN = /^[0-9A-F]{24}$/

/**
 * Writes a new system identifier into the control file and the log files.
 * @throws Error if the control file was not written by PostgreSQL
 */
export function renewSystemIdentifier(folder: string): void {
  const identifier = randomBytes(8)
  const controlFile = path.join(folder, 'global', 'pg_control')
  const control = fs.readFileSync(controlFile)
  const checksumOffset = findChecksumOffset(control)
  if (checksumOffset === undefined) throw new Error(`${controlFile} has no valid checksum`)
  identifier.copy(control, 0)
  control.writeUInt32LE(calculateCrc32c(control.subarray(0, checksumOffset)), checksumOffset)
  fs.writeFileSync(controlFile, control)
  const logFolder = path.join(folder, 'pg_wal')
  for (const name of fs.readdirSync(logFolder)) {
    if (!LOG_FILE_PATTERN.test(name)) continue
    const file = fs.openSync(path.join(logFolder, name), 'r+')
    fs.writeSync(file, identifier, 0, identifier.length, LOG_IDENTIFIER_OFFSET)
    fs.closeSync(file)
  }
}

/**
 * Finds the offset of the control file's checksum. It follows the fields, whose total size differs between versions.
 */
function findChecksumOffset(control: Buffer): number | undefined {
  let crc = 0xffffffff
  for (let offset = 0; offset < SECTOR_BYTES; offset++) {
    if (offset >= 8 && offset % 4 === 0 && control.readUInt32LE(offset) === ~crc >>> 0) return offset
    crc = updateCrc(crc, control[offset]!)
  }
  return undefined
}

/** Castagnoli polynomial, bits reversed. */
const CRC_POLYNOMIAL = 0x82f63b78
/** Calculates the CRC-32C like PostgreSQL's `pg_crc32c`. */
function calculateCrc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = updateCrc(crc, byte)
  return ~crc >>> 0
}
function updateCrc(crc: number, byte: number): number {
  let nextValue = crc ^ byte
  for (let bit = 0; bit < 8; bit++) nextValue = nextValue & 1 ? (nextValue >>> 1) ^ CRC_POLYNOMIAL : nextValue >>> 1
  return nextValue
}

import { crc32, deflateRawSync } from 'node:zlib'

export interface ArchivePart {
  name: string
  content: string | Buffer
  declaredSize?: number
  encrypted?: boolean
  stored?: boolean
  /** Writes sizes and offset into a ZIP64 field of the central directory. */
  zip64?: boolean
}

/** Builds a zip archive that may declare wrong sizes or flags, which the writer in `src` never does. */
export function buildArchive(parts: readonly ArchivePart[], { largeEnd = false } = {}): Buffer {
  const blocks: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const part of parts) {
    const content = Buffer.from(part.content)
    const packed = part.stored ? content : deflateRawSync(content, { level: 9 })
    const name = Buffer.from(part.name)
    const sharedHeader = Buffer.alloc(26)
    sharedHeader.writeUInt16LE(20, 0)
    sharedHeader.writeUInt16LE(part.encrypted ? 1 : 0, 2)
    sharedHeader.writeUInt16LE(part.stored ? 0 : 8, 4)
    sharedHeader.writeUInt32LE(crc32(content), 10)
    sharedHeader.writeUInt32LE(packed.length, 14)
    sharedHeader.writeUInt32LE(part.declaredSize ?? content.length, 18)
    sharedHeader.writeUInt16LE(name.length, 22)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    sharedHeader.copy(central, 6)
    central.writeUInt32LE(offset, 42)
    const extra = part.zip64 ? buildLargeField(central) : Buffer.alloc(0)
    central.writeUInt16LE(extra.length, 30)
    directory.push(central, name, extra)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), sharedHeader, name, packed])
    offset += local.length
    blocks.push(local)
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  if (!largeEnd) return Buffer.concat([...blocks, central, end])
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(BigInt(parts.length), 24)
  record.writeBigUInt64LE(BigInt(parts.length), 32)
  record.writeBigUInt64LE(BigInt(central.length), 40)
  record.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + central.length), 8)
  locator.writeUInt32LE(1, 16)
  end.writeUInt16LE(0xffff, 10)
  end.writeUInt32LE(0xffffffff, 16)
  return Buffer.concat([...blocks, central, record, locator, end])
}
/** Moves sizes and offset of the directory entry into a ZIP64 field. @returns the field */
function buildLargeField(central: Buffer): Buffer {
  const field = Buffer.alloc(28)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(24, 2)
  for (const [i, from] of [24, 20, 42].entries()) {
    field.writeBigUInt64LE(BigInt(central.readUInt32LE(from)), 4 + 8 * i)
    central.writeUInt32LE(0xffffffff, from)
  }
  return field
}

const buildRelationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
/** Builds a workbook around one worksheet part; `overrides` adds or replaces parts. */
export function buildWorkbookFile(sheet: string | Buffer, overrides: ArchivePart[] = []): Buffer {
  return buildArchive(buildWorkbookParts(sheet, overrides))
}
export function buildWorkbookParts(sheet: string | Buffer, overrides: ArchivePart[] = []): ArchivePart[] {
  const parts: ArchivePart[] = [
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: '_rels/.rels',
      content: `<Relationships>${buildRelationship('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: '<workbook><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${buildRelationship('rId1', 'worksheet', 'worksheets/sheet1.xml')}${buildRelationship('rId2', 'sharedStrings', 'sharedStrings.xml')}${buildRelationship('rId3', 'styles', 'styles.xml')}</Relationships>`,
    },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
  ]
  return [...parts.filter((p) => !overrides.some((m) => m.name === p.name)), ...overrides]
}
export const buildSheetXml = (rows: string, afterData = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><worksheet><sheetData>${rows}</sheetData>${afterData}</worksheet>`
export const buildTextCell = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`
/** The header row `A`, `B`. */
export const headAB = `<row r="1">${buildTextCell('A1', 'A')}${buildTextCell('B1', 'B')}</row>`

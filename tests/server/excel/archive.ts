import { crc32, deflateRawSync } from 'node:zlib'

export interface Part {
  name: string
  content: string | Buffer
  declaredSize?: number
  encrypted?: boolean
  stored?: boolean
}

/** A zip archive that may lie about itself, as the one in `src` never does. */
export function archive(parts: readonly Part[]): Buffer {
  const blocks: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const part of parts) {
    const content = Buffer.from(part.content)
    const packed = part.stored ? content : deflateRawSync(content, { level: 9 })
    const name = Buffer.from(part.name)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(part.encrypted ? 1 : 0, 2)
    shared.writeUInt16LE(part.stored ? 0 : 8, 4)
    shared.writeUInt32LE(crc32(content), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(part.declaredSize ?? content.length, 18)
    shared.writeUInt16LE(name.length, 22)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    shared.copy(central, 6)
    central.writeUInt32LE(offset, 42)
    directory.push(central, name)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, name, packed])
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
  return Buffer.concat([...blocks, central, end])
}

const rel = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
/** A workbook around one sheet part; `more` adds or replaces parts. */
export function workbookWith(sheet: string | Buffer, more: Part[] = []): Buffer {
  const parts: Part[] = [
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: '_rels/.rels',
      content: `<Relationships>${rel('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: '<workbook><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${rel('rId1', 'worksheet', 'worksheets/sheet1.xml')}${rel('rId2', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
  ]
  return archive([...parts.filter((p) => !more.some((m) => m.name === p.name)), ...more])
}
export const sheetOf = (rows: string, after = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`
export const inline = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`
/** The header row `A`, `B`. */
export const headAB = `<row r="1">${inline('A1', 'A')}${inline('B1', 'B')}</row>`

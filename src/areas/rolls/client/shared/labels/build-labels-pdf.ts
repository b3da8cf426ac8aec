import { paperSizes, type LabelSize } from './label-content'

/** A label as a bitmap for a label printer: one bit per dot, 1 is white, rows padded to whole bytes. */
export interface Bitmap {
  readonly width: number
  readonly height: number
  readonly bits: Uint8Array<ArrayBuffer>
}
/** Colour values from this on (of 0 to 255) are printed as white. */
const WHITE_THRESHOLD = 160

/**
 * Converts canvas pixels (RGBA) to black and white. Thermal printers have no grey; light edges of letters become white.
 */
export function toBitmap({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>): Bitmap {
  const bytesPerRow = Math.ceil(width / 8)
  const bits = new Uint8Array(bytesPerRow * height).fill(255)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4]! < WHITE_THRESHOLD) bits[y * bytesPerRow + (x >> 3)]! &= ~(128 >> (x & 7))
    }
  }
  return { width, height, bits }
}

const toPoints = (mm: number): string => ((mm / 25.4) * 72).toFixed(2)
const encoder = new TextEncoder()
/** Encodes a PDF property text as UTF-16 in hex, for any language. */
const toUtf16Hex = (text: string): string =>
  `<FEFF${Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, '0')).join('')}>`

/**
 * Builds a PDF of labels (ISO 32000-1) on the device, with one page in paper size per label. It is written without a
 * library, because a PDF library would need ten times the code for pages with one picture each.
 */
export async function buildLabelsPdf(
  labels: readonly Bitmap[],
  size: LabelSize,
  title: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const [width, height] = [toPoints(paperSizes[size].width), toPoints(paperSizes[size].height)]
  const drawCommand = `q ${width} 0 0 ${height} 0 0 cm /L Do Q`
  // The first four objects are shared. Each label adds two, so its page is object 5 + 2i and its image object 6 + 2i.
  const objects: Uint8Array[] = [
    encoder.encode('<< /Type /Catalog /Pages 2 0 R >>'),
    encoder.encode(
      `<< /Type /Pages /Count ${labels.length} /Kids [${labels.map((_, i) => `${5 + 2 * i} 0 R`).join(' ')}] >>`,
    ),
    encoder.encode(`<< /Title ${toUtf16Hex(title)} >>`),
    encoder.encode(`<< /Length ${drawCommand.length} >>\nstream\n${drawCommand}\nendstream`),
  ]
  for (const [i, label] of labels.entries()) {
    objects.push(
      encoder.encode(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /XObject << /L ${6 + 2 * i} 0 R >> >> /Contents 4 0 R >>`,
      ),
    )
    const compressed = await deflate(label.bits)
    const header = `<< /Type /XObject /Subtype /Image /Width ${label.width} /Height ${label.height} /ColorSpace /DeviceGray /BitsPerComponent 1${compressed ? ' /Filter /FlateDecode' : ''} /Length ${(compressed ?? label.bits).length} >>\nstream\n`
    objects.push(joinBytes([encoder.encode(header), compressed ?? label.bits, encoder.encode('\nendstream')]))
  }
  return buildPdfFile(objects)
}
/** Concatenates the objects and appends the cross-reference table of their offsets. */
function buildPdfFile(objects: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [encoder.encode('%PDF-1.4\n')]
  let offset = parts[0]!.length
  const offsets = objects.map((object, i) => {
    const objectOffset = offset
    const objectBytes = joinBytes([encoder.encode(`${i + 1} 0 obj\n`), object, encoder.encode('\nendobj\n')])
    parts.push(objectBytes)
    offset += objectBytes.length
    return objectOffset
  })
  const table = offsets.map((objectOffset) => `${String(objectOffset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    encoder.encode(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${offset}\n%%EOF\n`,
    ),
  )
  return joinBytes(parts)
}
function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}
/** Compresses bytes with zlib; null if the browser cannot. The file is then larger but equivalent. */
async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array | null> {
  if (typeof CompressionStream === 'undefined') return null
  return new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer(),
  )
}

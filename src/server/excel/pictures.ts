import { OFFICE, PACKAGE_HEAD, relations } from './package-xml'
import type { ZipPart } from './zip-write'

/**
 * A picture in a cell at its displayed size; the row height adapts. JPEG and PNG, which every spreadsheet program
 * supports.
 */
export class SheetPicture {
  /** Displayed size, px. */
  readonly width: number
  readonly height: number
  constructor(
    readonly bytes: Uint8Array,
    readonly mime: 'image/jpeg' | 'image/png',
    size: { readonly width: number; readonly height: number },
  ) {
    const scale = Math.min(1, MOST_WIDTH / size.width, MOST_HEIGHT / size.height)
    this.width = Math.max(1, Math.round(size.width * scale))
    this.height = Math.max(1, Math.round(size.height * scale))
  }
  /** Height of its row in points; Excel allows 409. */
  get rowHeight(): number {
    return (this.height + 2 * GAP) * 0.75
  }
}
/** A picture with its position; column and row count from 0. */
export interface PlacedPicture {
  readonly column: number
  readonly row: number
  readonly picture: SheetPicture
}
const MOST_WIDTH = 480
const MOST_HEIGHT = 360
/** Margin above and below. */
const GAP = 4
/** English metric units per pixel. */
const EMU = 9525
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006'

/** Collects the pictures of fully loaded rows; the first row of the worksheet is its heading. */
export const picturesIn = (rows: readonly (readonly unknown[])[]): PlacedPicture[] =>
  rows.flatMap((cells, row) =>
    cells.flatMap((picture, column) => (picture instanceof SheetPicture ? [{ column, row: row + 1, picture }] : [])),
  )

/** Last element of a worksheet that has pictures. */
export const drawingTag = `<drawing xmlns:r="${OFFICE}" r:id="rId1"/>`
const kindOf = ({ picture }: PlacedPicture) => picture.mime.slice('image/'.length)
/** Builds the content type of a worksheet's drawing. @param sheet number of the worksheet, from 1 */
export const drawingTypes = (sheet: number): string =>
  `<Override PartName="/xl/drawings/drawing${sheet}.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/>`
export const pictureTypes =
  '<Default Extension="jpeg" ContentType="image/jpeg"/><Default Extension="png" ContentType="image/png"/>'

/** Builds the package parts for a worksheet's pictures. @param sheet its number, from 1 */
export function drawingParts(sheet: number, placed: readonly PlacedPicture[]): ZipPart[] {
  const file = (one: PlacedPicture, n: number) => `image${sheet}-${n + 1}.${kindOf(one)}`
  return [
    {
      name: `xl/worksheets/_rels/sheet${sheet}.xml.rels`,
      content: relations([['drawing', `../drawings/drawing${sheet}.xml`]]),
    },
    {
      name: `xl/drawings/drawing${sheet}.xml`,
      content: `${PACKAGE_HEAD}<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main" xmlns:r="${OFFICE}">${placed.map(anchor).join('')}</xdr:wsDr>`,
    },
    {
      name: `xl/drawings/_rels/drawing${sheet}.xml.rels`,
      content: relations(placed.map((one, n) => ['image', `../media/${file(one, n)}`])),
    },
    ...placed.map((one, n) => ({ name: `xl/media/${file(one, n)}`, content: one.picture.bytes })),
  ]
}
function anchor({ column, row, picture }: PlacedPicture, n: number): string {
  const size = `cx="${picture.width * EMU}" cy="${picture.height * EMU}"`
  return (
    `<xdr:oneCellAnchor><xdr:from><xdr:col>${column}</xdr:col><xdr:colOff>${GAP * EMU}</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${GAP * EMU}</xdr:rowOff></xdr:from><xdr:ext ${size}/>` +
    `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${n + 1}" name="${n + 1}"/><xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr>` +
    `<xdr:blipFill><a:blip r:embed="rId${n + 1}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>` +
    `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`
  )
}

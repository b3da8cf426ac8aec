import { OFFICE_NAMESPACE, PACKAGE_HEAD, buildRelations } from './package-xml'
import type { ZipPart } from './zip-writer'

/**
 * A picture in a cell at its displayed size; the row height adapts. JPEG and PNG, which every spreadsheet program
 * supports.
 */
export class CellPicture {
  /** Displayed size in px. */
  readonly width: number
  readonly height: number
  constructor(
    readonly bytes: Uint8Array,
    readonly mime: 'image/jpeg' | 'image/png',
    size: { readonly width: number; readonly height: number },
  ) {
    const scale = Math.min(1, MAX_WIDTH_PX / size.width, MAX_HEIGHT_PX / size.height)
    this.width = Math.max(1, Math.round(size.width * scale))
    this.height = Math.max(1, Math.round(size.height * scale))
  }
  /** Height of the picture's row in points; Excel allows at most 409. */
  get rowHeight(): number {
    return (this.height + 2 * GAP_PX) * POINTS_PER_PX
  }
}
/** A picture with its position; column and row count from 0. */
export interface PlacedPicture {
  readonly column: number
  readonly row: number
  readonly picture: CellPicture
}
const MAX_WIDTH_PX = 480
const MAX_HEIGHT_PX = 360
/** Margin above and below. */
const GAP_PX = 4
const POINTS_PER_PX = 0.75
/** English metric units per pixel. */
const EMU_PER_PX = 9525
const DRAWING_NAMESPACE = 'http://schemas.openxmlformats.org/drawingml/2006'

/** Collects the pictures of fully loaded rows; the first row of the worksheet is its heading. */
export const collectPictures = (rows: readonly (readonly unknown[])[]): PlacedPicture[] =>
  rows.flatMap((cells, row) =>
    cells.flatMap((picture, column) => (picture instanceof CellPicture ? [{ column, row: row + 1, picture }] : [])),
  )

/** Last element of a worksheet that has pictures. */
export const DRAWING_TAG = `<drawing xmlns:r="${OFFICE_NAMESPACE}" r:id="rId1"/>`
const getImageType = ({ picture }: PlacedPicture) => picture.mime.slice('image/'.length)
/** Builds the content type of a worksheet's drawing. @param sheetNumber number of the worksheet, from 1 */
export const buildDrawingTypes = (sheetNumber: number): string =>
  `<Override PartName="/xl/drawings/drawing${sheetNumber}.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/>`
export const PICTURE_TYPES =
  '<Default Extension="jpeg" ContentType="image/jpeg"/><Default Extension="png" ContentType="image/png"/>'

/** Builds the package parts for a worksheet's pictures. @param sheetNumber number of the worksheet, from 1 */
export function buildDrawingParts(sheetNumber: number, pictures: readonly PlacedPicture[]): ZipPart[] {
  const getFileName = (placedPicture: PlacedPicture, index: number) =>
    `image${sheetNumber}-${index + 1}.${getImageType(placedPicture)}`
  return [
    {
      name: `xl/worksheets/_rels/sheet${sheetNumber}.xml.rels`,
      content: buildRelations([['drawing', `../drawings/drawing${sheetNumber}.xml`]]),
    },
    {
      name: `xl/drawings/drawing${sheetNumber}.xml`,
      content: `${PACKAGE_HEAD}<xdr:wsDr xmlns:xdr="${DRAWING_NAMESPACE}/spreadsheetDrawing" xmlns:a="${DRAWING_NAMESPACE}/main" xmlns:r="${OFFICE_NAMESPACE}">${pictures.map(buildAnchor).join('')}</xdr:wsDr>`,
    },
    {
      name: `xl/drawings/_rels/drawing${sheetNumber}.xml.rels`,
      content: buildRelations(
        pictures.map((placedPicture, index) => ['image', `../media/${getFileName(placedPicture, index)}`]),
      ),
    },
    ...pictures.map((placedPicture, index) => ({
      name: `xl/media/${getFileName(placedPicture, index)}`,
      content: placedPicture.picture.bytes,
    })),
  ]
}
function buildAnchor({ column, row, picture }: PlacedPicture, index: number): string {
  const size = `cx="${picture.width * EMU_PER_PX}" cy="${picture.height * EMU_PER_PX}"`
  return (
    `<xdr:oneCellAnchor><xdr:from><xdr:col>${column}</xdr:col><xdr:colOff>${GAP_PX * EMU_PER_PX}</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${GAP_PX * EMU_PER_PX}</xdr:rowOff></xdr:from><xdr:ext ${size}/>` +
    `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${index + 1}" name="${index + 1}"/><xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr>` +
    `<xdr:blipFill><a:blip r:embed="rId${index + 1}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>` +
    `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`
  )
}

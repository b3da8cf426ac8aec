import { buildTextCell, CELL_STYLES } from './build-workbook'

/** A line of a heading: what it is about, and its value. */
export type HeadingLine = readonly [label: string, value: string]
export interface WorksheetHeading {
  readonly title: string
  readonly lines: readonly HeadingLine[]
}
/** Returns the number of the row with the column headings: below the heading and an empty row. */
export const getHeaderRow = (heading: WorksheetHeading | undefined): number => (heading ? heading.lines.length + 3 : 1)
/** Builds the rows of a heading. The texts extend over the empty cells beside them. */
export function buildHeadingRows({ title, lines }: WorksheetHeading): string {
  const texts = [title, ...lines.map(([label, value]) => `${label}: ${value}`)]
  return texts
    .map((text, i) => {
      const cell = buildTextCell(`A${i + 1}`, text, i === 0 ? CELL_STYLES.title : CELL_STYLES.text)
      return `<row r="${i + 1}">${cell}</row>`
    })
    .join('')
}

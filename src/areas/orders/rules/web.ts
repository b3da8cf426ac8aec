/** Width of what a line winds, mm: what the order wants of the web, else as wide as the line makes it, else the product's. `lineM` in m. */
export const woundWidth = (lineM: number | null, productMm: number | null, webWidthMm: number | null): number | null =>
  webWidthMm ?? (lineM === null ? productMm : Math.round(lineM * 1000))

/** Mass of a web: kg = g/m² × width (m) × length (m) ÷ 1000; 15 g/m² × 3.2 m × 10,000 m = 480 kg. */
export const webKg = (gsm: number, widthMm: number, lengthM: number): number =>
  (gsm * (widthMm / 1000) * lengthM) / 1000

/** Width of what a line winds, mm: what the order wants of the web, else as wide as the line makes it, else the product's. `lineM` in m. */
export const woundWidth = (lineM: number | null, productMm: number | null, webWidthMm: number | null): number | null =>
  webWidthMm ?? (lineM === null ? productMm : Math.round(lineM * 1000))
/** Basis weight that an order is made at, g/m²: its own, else its product's. The SQL of figures says the same, `coalesce(o.gsm, p.gsm)`. */
export const orderGsm = (
  order: { readonly gsm: number | null } | null,
  product: { readonly gsm: number | null } | null,
): number | null => order?.gsm ?? product?.gsm ?? null

/** Whether an order asks for another grammage than its product has; g/m². Without one of its own it is the product's. */
export const otherGsm = (ordered: number | null | undefined, usual: number): boolean =>
  ordered != null && ordered !== usual

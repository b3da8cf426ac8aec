/** Returns the mass of a web: kg = g/m² × width (m) × length (m) ÷ 1000; 15 g/m² × 3.2 m × 10,000 m = 480 kg. */
export const calculateWebKg = (gsm: number, widthMm: number, lengthM: number): number =>
  (gsm * (widthMm / 1000) * lengthM) / 1000

/** Returns the wound width in mm: the order's web width, else the line's width, else the product's. */
export const getWoundWidthMm = (
  lineWidthM: number | null,
  productWidthMm: number | null,
  webWidthMm: number | null,
): number | null => webWidthMm ?? (lineWidthM === null ? productWidthMm : Math.round(lineWidthM * 1000))
/** Returns the grammage of an order in g/m²: its own, else its product's. Matches `coalesce(o.gsm, p.gsm)` in SQL. */
export const getOrderGsm = (
  order: { readonly gsm: number | null } | null,
  product: { readonly gsm: number | null } | null,
): number | null => order?.gsm ?? product?.gsm ?? null

/** True if an order has a grammage of its own (g/m²) that differs from its product's. */
export const isOtherGsm = (orderedGsm: number | null | undefined, productGsm: number): boolean =>
  orderedGsm != null && orderedGsm !== productGsm

/** Money is counted in whole fen (0.01 CNY), so sums do not depend on the order of addition. */
export type Fen = number

/** Converts CNY to whole fen, half a fen away from zero. The 1e-7 compensates floating-point errors. */
export function toFen(yuan: number): Fen {
  const fen = Math.abs(yuan) * 100
  const rounded = Math.round(fen + 1e-7)
  return yuan < 0 && rounded !== 0 ? -rounded : rounded
}
/** Converts fen to CNY. */
export const toYuan = (fen: Fen): number => fen / 100
/** Sums amounts in fen. */
export const sumFen = (amounts: readonly Fen[]): Fen => amounts.reduce((sum, amount) => sum + amount, 0)
/** Converts fen to CNY per unit, four digits; null if there is nothing to divide by. */
export const toYuanPerUnit = (fen: Fen, units: number | null): number | null =>
  units !== null && units > 0 ? Math.round((fen / units) * 100) / 10_000 : null

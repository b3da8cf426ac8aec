/** Returns the metres of a jumbo that cuts take, to the decimetre. */
export const sumCutMetres = (
  cuts: readonly { readonly sets: number | null; readonly lengthM: number | null }[],
): number => Math.round(cuts.reduce((sum, { sets, lengthM }) => sum + (sets ?? 1) * (lengthM ?? 0), 0) * 10) / 10

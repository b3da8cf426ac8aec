/** Excel import and export of the tariff, an entry per row. */
import { errno, Refusal, refuse } from '@/contract/errno'
import type { ListQuery, Resource } from '@/contract/resource'
import { pricesChanged } from '@/plant/server/events'
import type { Context } from '@/server/context'
import { importSheet, type SheetIn } from '@/server/crud/import'
import { exportSheet, templateSheet, type KitContext } from '@/server/crud/operations'
import { tell } from '@/server/events'
import { electricPrice } from '../contract/electric-price'
import { electricSheet } from '../contract/electric-sheet'
import { bands, type Band } from '../rules/tariff'
import { readWindows, windowsText } from '../rules/windows-text'
import { entryOf, put, type ElectricInput, type ElectricRow } from './electric'

const sheet = electricSheet as Resource
const wordsOf = (ctx: Context) => (band: Band) => ctx.t(`prices:electricPrice.fields.${band}`)
/** GET /plant/electric_price_export */
export const exported = (ctx: Context, input: ListQuery) =>
  exportSheet(ctx, sheet, input, {
    shown: (rows) =>
      rows.map((row) => ({
        ...row,
        months: entryOf(row as ElectricRow).months.join(', '),
        windows: windowsText(entryOf(row as ElectricRow).windows, wordsOf(ctx)),
      })),
  })
/** GET /plant/electric_price_template */
export const template = (ctx: Context) => templateSheet(ctx, sheet)
/** POST /plant/electric_price_import: stored entries are skipped; a different price for the same day is refused. */
export function imported(ctx: Context, input: SheetIn) {
  const bandOf = bandReader(ctx as KitContext)
  const read = (row: Record<string, unknown>): ElectricInput => {
    const { windows, wrong } = readWindows(String(row['windows'] ?? ''), bandOf)
    if (wrong !== null) throw refuse('prices:refusals.tariff.window', { wrong })
    const months = String(row['months'] ?? '')
      .split(/[,，、;\s]+/)
      .filter(Boolean)
      .map(Number)
    const entry = { ...row, windows, months } as ElectricInput
    // A single day has no end of its own.
    return entry.layer === 'day' ? { ...entry, effectiveTo: null } : entry
  }
  return importSheet(ctx as KitContext, sheet, input, {
    insert: async (c, row) => {
      const { row: stored, change } = await put(c, read(row))
      await tell(c, pricesChanged, change)
      return stored
    },
    update: async (c, id, row) => {
      const before = await c.rows.get(electricPrice, id)
      if (said(entryOf(before)) !== said(entryOf(read(row))))
        throw new Refusal(errno.exists, 'prices:refusals.sameEntry', {
          params: { name: before.name, day: before.effectiveFrom },
        })
      return before
    },
  })
}
/** Serializes the bands, windows and months of an entry for comparison. */
const said = ({ windows, months, ...entry }: ReturnType<typeof entryOf>): string =>
  JSON.stringify([bands.map((band) => entry[band]), windows.map(({ from, to, band }) => [from, to, band]), months])
/** Creates a lookup of bands by their labels in both languages, or by their code. */
function bandReader({ app }: KitContext): (word: string) => Band | null {
  const known = new Map<string, Band>()
  for (const band of bands)
    for (const word of [
      band,
      app.words.t('zh')(`prices:electricPrice.fields.${band}`),
      app.words.t('en')(`prices:electricPrice.fields.${band}`),
    ])
      known.set(word.toLowerCase(), band)
  return (word) => known.get(word) ?? null
}

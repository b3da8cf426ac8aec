/** Handlers of the Excel import and export of the tariff, with an entry per row. */
import { errno, Refusal, refuse } from '@/contract/errno'
import type { Resource } from '@/contract/resource'
import { pricesChanged } from './events'
import type { Context } from '@/server/context'
import { importWorkbook } from '@/server/crud/import-workbook'
import { exportWorkbook, buildImportTemplate, type AppContext } from '@/server/crud/operations'
import { publishEvent } from '@/server/events'
import { electricPrice, electricPriceWorkbook } from '../contract/electric-price'
import { bands, getLastDay, type TariffBand } from '../rules/tariff'
import { parseWindows, formatWindows } from '../rules/windows-text'
import { toTariffEntry, insertElectricPrice, type ElectricPriceInput, type ElectricPriceRow } from './electric-prices'
import { handle } from '@/server/area'

const workbook = electricPriceWorkbook as Resource
const createBandFormatter = (ctx: Context) => (band: TariffBand) => ctx.t(`prices:electricPrice.fields.${band}`)
/** Converts an entry to workbook columns: time windows and months as text. */
function toWorkbookRow(ctx: Context, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { months, windows } = toTariffEntry(row as ElectricPriceRow)
  return { ...row, months: months.join(', '), windows: formatWindows(windows, createBandFormatter(ctx)) }
}
/** GET /plant/electric_price_export */
export const exportTariff = handle(electricPrice.endpoints.export, (ctx, input) =>
  exportWorkbook(ctx, workbook, input, {
    mapRows: (rows) => rows.map((row) => toWorkbookRow(ctx, row)),
  }),
)
/** GET /plant/electric_price_template */
export const buildTariffTemplate = handle(electricPrice.endpoints.template, (ctx) => buildImportTemplate(ctx, workbook))
/** POST /plant/electric_price_import: stored entries are skipped; a different price for the same day is refused. */
export const importTariff = handle(electricPrice.endpoints.import, (ctx, input) => {
  const findBand = createBandFinder(ctx as AppContext)
  const parseRow = (row: Record<string, unknown>): ElectricPriceInput => {
    const { windows, wrong } = parseWindows(String(row['windows'] ?? ''), findBand)
    if (wrong !== null) throw refuse('prices:refusals.tariff.window', { wrong })
    const months = String(row['months'] ?? '')
      .split(/[,，、;\s]+/)
      .filter(Boolean)
      .map(Number)
    const entry = { ...row, windows, months } as ElectricPriceInput
    // An entry for a single day has no separate end.
    return entry.layer === 'day' ? { ...entry, effectiveTo: null } : entry
  }
  return importWorkbook(ctx as AppContext, workbook, input, {
    toWorkbookRow: (row) => toWorkbookRow(ctx, row),
    insert: async (txContext, row) => {
      const { row: storedRow, change } = await insertElectricPrice(txContext, parseRow(row))
      await publishEvent(txContext, pricesChanged, change)
      return storedRow
    },
    update: async (txContext, id, row) => {
      const storedEntry = await txContext.rows.get(electricPrice, id)
      if (toComparableText(toTariffEntry(storedEntry)) !== toComparableText(toTariffEntry(parseRow(row))))
        throw new Refusal(errno.exists, 'prices:refusals.sameEntry', {
          params: { name: storedEntry.name, day: storedEntry.effectiveFrom },
        })
      return storedEntry
    },
  })
})
/** Serializes the last day, bands, windows and months of an entry for comparison. */
const toComparableText = ({ windows, months, ...entry }: ReturnType<typeof toTariffEntry>): string =>
  JSON.stringify([
    getLastDay(entry),
    bands.map((band) => entry[band]),
    windows.map(({ from, to, band }) => [from, to, band]),
    months,
  ])
/** Creates a lookup of bands by their labels in both languages, or by their code. */
function createBandFinder({ app }: AppContext): (word: string) => TariffBand | null {
  const bandByWord = new Map<string, TariffBand>()
  for (const band of bands)
    for (const word of [
      band,
      app.translations.t('zh')(`prices:electricPrice.fields.${band}`),
      app.translations.t('en')(`prices:electricPrice.fields.${band}`),
    ])
      bandByWord.set(word.toLowerCase(), band)
  return (word) => bandByWord.get(word) ?? null
}

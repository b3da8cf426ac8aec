/** Excel template of the import of market prices. */
import { XLSX_MIME } from '@/contract/endpoint'
import { translateUnit } from '@/contract/language'
import { addDays, type Day } from '@/plant/rules/plant-time'
import { getToday } from '@/plant/server/plant'
import { handle } from '@/server/area'
import { FileAnswer } from '@/server/context'
import { writeWorksheets } from '@/server/excel/write-worksheet'
import { marketPriceTemplate } from '../contract/electric-price'
import { formatSlotTime, SLOTS_PER_DAY } from '../rules/tariff'
import { countHoursOfDay } from '../rules/tariff-slots'

/**
 * GET /plant/market_price_template: the headings, and tomorrow with a row for each slot. The prices are empty, so that
 * no example can be imported as a price of the market.
 */
export const downloadMarketTemplate = handle(marketPriceTemplate, async (ctx) => {
  const day = findWholeDay(addDays(getToday(ctx), 1), ctx.timeZone)
  const title = ctx.t('prices:market.entry')
  return new FileAnswer(
    `${title}.xlsx`,
    XLSX_MIME,
    writeWorksheets([
      {
        sheetName: title,
        timeZone: ctx.timeZone,
        columns: [
          { header: ctx.t('prices:market.columns.day'), kind: 'day' },
          { header: ctx.t('prices:market.columns.begin'), kind: 'text' },
          {
            header: ctx.t('prices:market.columns.price'),
            kind: 'amount',
            unit: translateUnit('CNY/kWh', ctx.language),
            digits: 6,
          },
        ],
        rows: Array.from({ length: SLOTS_PER_DAY }, (_, slot) => [day, formatSlotTime(slot), null]),
      },
    ]),
  )
})
/** Returns the first day from `day` on without a clock change. */
function findWholeDay(day: Day, zone: string): Day {
  let wholeDay = day
  while (countHoursOfDay(wholeDay, zone) !== 24) wholeDay = addDays(wholeDay, 1)
  return wholeDay
}

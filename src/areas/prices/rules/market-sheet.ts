/** Prices of a market as a sheet lists them: a row for each hour, or for each quarter of an hour, of whole days. */
import { addDays, atLocal, HOUR, isDay, localClock, MINUTE, toMoment, type Day } from '@/plant/rules/plant-time'

export interface SheetRows {
  readonly header: readonly string[]
  readonly headerRow: number
  readonly rows: readonly (readonly unknown[])[]
  readonly rowNumbers: readonly number[]
}
export interface MarketDay {
  readonly day: Day
  /** CNY/kWh in the order of time: 24 or 96 of them, 23 or 25 hours' worth where the clock is changed. */
  readonly prices: readonly number[]
}
export interface MarketProblem {
  readonly code: 'noColumn' | 'badDay' | 'badTime' | 'badPrice' | 'missing' | 'twice' | 'empty'
  readonly row: number
  readonly params: Readonly<Record<string, string | number>>
}
const headings = { day: /日期|^day|^date/i, time: /时|^time|^hour|^from|^begin/i, price: /价|price/i } as const
interface Line {
  readonly row: number
  readonly minute: number
  readonly price: number
}

/** The days of a sheet in their order, or the first thing that is wrong. @param zone the plant's: it says how many hours a day has */
export function marketDays(sheet: SheetRows, zone: string): { days: MarketDay[]; problem: MarketProblem | null } {
  const wrong = (code: MarketProblem['code'], row: number, params: MarketProblem['params']) => ({
    days: [],
    problem: { code, row, params: { row, ...params } },
  })
  const at = (name: keyof typeof headings) => sheet.header.findIndex((text) => headings[name].test(text.trim()))
  const column = { day: at('day'), time: at('time'), price: at('price') }
  for (const name of ['day', 'time', 'price'] as const)
    if (column[name] < 0) return wrong('noColumn', sheet.headerRow, { column: name })
  const lines = new Map<Day, Line[]>()
  for (const [i, cells] of sheet.rows.entries()) {
    const row = sheet.rowNumbers[i] ?? 0
    const day = dayOf(cells[column.day])
    if (!day) return wrong('badDay', row, { value: String(cells[column.day] ?? '').slice(0, 40) })
    const minute = minuteOf(cells[column.time])
    if (minute === null) return wrong('badTime', row, { value: String(cells[column.time] ?? '').slice(0, 40) })
    const given = cells[column.price]
    const price = typeof given === 'number' ? given : Number(String(given ?? '').trim() || Number.NaN)
    if (!Number.isFinite(price)) return wrong('badPrice', row, { value: String(given ?? '').slice(0, 40) })
    lines.set(day, [...(lines.get(day) ?? []), { row, minute, price: Math.round(price * 1e6) / 1e6 }])
  }
  if (lines.size === 0) return wrong('empty', sheet.headerRow, {})
  const days: MarketDay[] = []
  for (const day of [...lines.keys()].sort()) {
    const { prices, problem } = inOrder(day, lines.get(day)!, zone)
    if (problem) return { days: [], problem }
    days.push({ day, prices })
  }
  return { days, problem: null }
}

/** Every time that the clock of the day shows is looked for once; one that it shows twice has two rows, the first of them earlier. */
function inOrder(day: Day, lines: readonly Line[], zone: string): { prices: number[]; problem: MarketProblem | null } {
  const from = atLocal(day, 0, zone)
  const to = atLocal(addDays(day, 1), 0, zone)
  const step = lines.some(({ minute }) => minute % 60 !== 0) ? 15 * MINUTE : HOUR
  const open = new Map<number, Line[]>()
  for (const line of lines) open.set(line.minute, [...(open.get(line.minute) ?? []), line])
  const prices: number[] = []
  for (let at = from; at < to; at += step) {
    const { minute } = localClock(toMoment(at), zone)
    const line = open.get(minute)?.shift()
    if (!line)
      return {
        prices,
        problem: { code: 'missing', row: lines[0]!.row, params: { row: lines[0]!.row, day, time: clock(minute) } },
      }
    prices.push(line.price)
  }
  const over = [...open.values()].flat()[0]
  if (over)
    return {
      prices,
      problem: { code: 'twice', row: over.row, params: { row: over.row, day, time: clock(over.minute) } },
    }
  return { prices, problem: null }
}
const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

function dayOf(cell: unknown): Day | null {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  const [, year, month, date] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(String(cell ?? '').trim()) ?? []
  const day = `${year}-${month?.padStart(2, '0')}-${date?.padStart(2, '0')}`
  return year && isDay(day) ? day : null
}
/** Minutes after midnight: `13:15`, `13`, or what Excel keeps of a time. */
function minuteOf(cell: unknown): number | null {
  if (cell instanceof Date) return cell.getUTCHours() * 60 + cell.getUTCMinutes()
  if (typeof cell === 'number' && cell > 0 && cell < 1) return Math.round(cell * 1440)
  const [, hour, minute = '0'] = /^(\d{1,2})(?::(\d{2}))?(?::00)?(?:\s*[-–~].*)?$/.exec(String(cell ?? '').trim()) ?? []
  const minutes = Number(hour) * 60 + Number(minute)
  return hour !== undefined && minutes < 1440 && minutes % 15 === 0 ? minutes : null
}

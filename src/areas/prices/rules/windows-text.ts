/** Time windows as text of a cell: `22:00-08:00 low, 08:00-22:00 normal`. */
import { parseTime } from '@/contract/date-text'
import { clockText } from '@/contract/sheet-cell'
import type { Band, Window } from './tariff'

/**
 * Formats windows as text.
 * @param getBandName label of a band
 */
export const windowsText = (windows: readonly Window[], wordOf: (band: Band) => string): string =>
  windows.map(({ from, to, band }) => `${from}-${to} ${wordOf(band)}`).join(', ')

/**
 * Parses windows, or returns the first invalid part as `wrong`. 24:00 is midnight.
 * @param findBand returns the band for a label in any language
 */
export function readWindows(
  text: string,
  bandOf: (word: string) => Band | null,
): { windows: Window[]; wrong: string | null } {
  const windows: Window[] = []
  for (const part of text.split(/[,，;；、\n]+/).map((one) => one.trim())) {
    if (part === '') continue
    const [, begin = '', end = '', word = ''] =
      /^([\d:]+)\s*[-–—~]\s*([\d:]+)\s+(.+)$/.exec(part.normalize('NFKC')) ?? []
    const [from, to, band] = [clock(begin), clock(end), bandOf(word.trim().toLowerCase())]
    if (!from || !to || !band) return { windows, wrong: part }
    windows.push({ from, to, band })
  }
  return { windows, wrong: null }
}
const [DAY_MS, MINUTE_MS] = [86_400_000, 60_000]
function clock(text: string): string | null {
  const time = parseTime(text)
  return time === null || time % MINUTE_MS !== 0 ? null : clockText(time % DAY_MS)
}

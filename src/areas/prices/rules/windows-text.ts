/** Periods of a day as one writes them in a cell: `22:00-08:00 low, 08:00-22:00 normal`. */
import type { Band, Window } from './tariff'

/** @param wordOf what a band is called */
export const windowsText = (windows: readonly Window[], wordOf: (band: Band) => string): string =>
  windows.map(({ from, to, band }) => `${from}-${to} ${wordOf(band)}`).join(', ')

/** The periods of a text, or the first part of it that is none. 24:00 is midnight. @param bandOf the band of a word, in any language */
export function readWindows(
  text: string,
  bandOf: (word: string) => Band | null,
): { windows: Window[]; wrong: string | null } {
  const windows: Window[] = []
  for (const part of text.split(/[,，;；、\n]+/).map((one) => one.trim())) {
    if (part === '') continue
    const [, from, to, word = ''] = /^(\d{1,2}:\d{2})\s*[-–—~]\s*(\d{1,2}:\d{2})\s+(.+)$/.exec(part) ?? []
    const band = bandOf(word.trim().toLowerCase())
    if (!from || !to || !band) return { windows, wrong: part }
    windows.push({ from: clock(from), to: clock(to), band })
  }
  return { windows, wrong: null }
}
const clock = (time: string): string => (time === '24:00' ? '00:00' : time.padStart(5, '0'))

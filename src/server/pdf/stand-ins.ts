/** What has no plain form in Unicode, as print has always written it. */
const PLAIN: Readonly<Record<string, string>> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i', '⌀': 'Ø', '⩽': '≤', '⩾': '≥' }
const MARKS = /\p{M}/gu

/**
 * A text with a stand-in for each character that the font cannot draw, which would be an empty box in print: cmH₂O becomes cmH2O,
 * Yağız Yagiz. What has none stays.
 */
export function withStandIns(text: string, draws: (char: string) => boolean): string {
  const whole = (stand: string) => stand.length > 0 && [...stand].every(draws)
  return Array.from(text, (char) => {
    if (draws(char)) return char
    const bare = char.normalize('NFKD').replace(MARKS, '')
    return [PLAIN[char] ?? '', char.normalize('NFKC'), bare].find(whole) ?? char
  }).join('')
}
